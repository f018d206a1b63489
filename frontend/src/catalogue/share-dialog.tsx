import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ClipboardList, Download, Link as LinkIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { phone } from '#domain/kernel/schema.js';
import { useMe } from '../lib/session.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { WhatsApp } from '../ui/icon.js';
import { PhoneField } from '../ui/input.js';
import { toast } from '../ui/toast.js';
import { i18n } from '../words/i18n.js';
import { type CatalogueItem, kindNames } from './items.js';
import { itemText, offerText, publicLink } from './share-texts.js';
import { type Act, copyOnce, openOnce, recordShare, whatsAppShare } from './use-share.js';

interface ShareDialogProps {
  item: CatalogueItem;
  open: boolean;
  onClose: () => void;
}

/** How something is shared: each way is one press, and recorded before it happens. */
export default function ShareDialog({ item, open, onClose }: ShareDialogProps): ReactNode {
  const [to, setTo] = useState('');
  const [wrong, setWrong] = useState<string>();
  const { title } = item;
  const share = (method: string, act: Act): void => {
    recordShare(item, method, method === 'whatsapp' ? to : '', act);
    onClose();
  };
  const byWhatsApp = (text: string): void => {
    const { error } = to.trim() === '' ? {} : phone.safeParse(to);
    setWrong(error?.issues[0]?.message);
    if (error) return;
    share('whatsapp', (recorded) => openOnce(recorded, whatsAppShare(to, text)));
  };
  const copy = (method: string, text: string, done: string): void =>
    share(method, async (recorded) => {
      await copyOnce(recorded, text);
      toast({ text: done });
    });
  return (
    <Dialog open={open} onClose={onClose} title={t`Share ${title}`} closeButton>
      <Field label={t`WhatsApp number`} optional error={wrong} hint={t`Left empty, you choose the chat in WhatsApp.`}>
        <PhoneField value={to} onChange={(event) => setTo(event.target.value)} />
      </Field>
      <div className="stack gap-2">
        {item.kind === 'offer' ? (
          <OfferWays item={item} onWhatsApp={byWhatsApp} onCopy={copy} onShare={share} />
        ) : (
          <>
            <Button kind="whatsapp" size="lg" block icon={WhatsApp} onClick={() => byWhatsApp(itemText(item))}>
              <Trans>Share on WhatsApp</Trans>
            </Button>
            <Button size="lg" block icon={LinkIcon} onClick={() => copy('link', publicLink(item), t`${nounOf(item)} link copied to clipboard!`)}>
              <Trans>Copy Link</Trans>
            </Button>
            <Button
              size="lg"
              block
              icon={ClipboardList}
              onClick={() => copy('image', itemText(item), t`${nounOf(item)} details copied to clipboard!`)}
            >
              <Trans>Copy Text</Trans>
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

const nounOf = ({ kind }: CatalogueItem): string => i18n._(kindNames[kind]);

interface OfferWaysProps {
  item: CatalogueItem;
  onWhatsApp: (text: string) => void;
  onCopy: (method: string, text: string, done: string) => void;
  onShare: (method: string, act: Act) => void;
}

/** An offer is its file: the link to it came with the list, so that it can be shared without a network. */
function OfferWays({ item, onWhatsApp, onCopy, onShare }: OfferWaysProps): ReactNode {
  const { organization } = useMe();
  const link = new URL(item.offer?.sharePath ?? '', location.href).href;
  return (
    <>
      <Button kind="whatsapp" size="lg" block icon={WhatsApp} onClick={() => onWhatsApp(offerText(item, link, organization?.name))}>
        <Trans>Share on WhatsApp</Trans>
      </Button>
      <Button size="lg" block icon={Download} onClick={() => onShare('download', (recorded) => recorded.then(() => download(link, item)))}>
        <Trans>Download File</Trans>
      </Button>
      <Button
        size="lg"
        block
        icon={ClipboardList}
        onClick={() => onCopy('status', link, t`File URL copied! You can now add this to your WhatsApp status.`)}
      >
        <Trans>Copy for Status</Trans>
      </Button>
      <p className="meta">
        <Trans>Whoever has the link can open the file for a week.</Trans>
      </p>
    </>
  );
}

/** The server says what kind of file it is, and the name ends with that. */
function download(link: string, { title }: CatalogueItem): void {
  const anchor = document.createElement('a');
  Object.assign(anchor, { href: `${link}?name=${encodeURIComponent(title)}`, download: '' });
  anchor.click();
}
