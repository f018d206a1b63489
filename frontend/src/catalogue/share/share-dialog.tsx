import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ClipboardList, Download, Link as LinkIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OfferItem } from '#domain/catalogue/catalogue.views.js';
import { itemNames } from '#domain/catalogue/item-names.js';
import type { CommandInput } from '#domain/commands.js';
import { chatLink } from '#domain/kernel/values/contact-links.js';
import { phone } from '#domain/kernel/values/phone-number.js';
import { newId } from '../../lib/server/api.js';
import { readText, useDraft } from '../../lib/drafts/drafts.js';
import { enqueue } from '../../lib/outbox/outbox.js';
import { problemOf } from '../../lib/server/problem.js';
import { serverNow } from '../../lib/server/server-clock.js';
import { useMe } from '../../lib/account/session.js';
import { CopyRefused, copyAfter, openAfter } from '../../kit/commands/open-and-copy.js';
import { SelectedText } from '../../ui/inputs/selected-text.js';
import { Button } from '../../ui/buttons/button.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import { Field } from '../../ui/inputs/field.js';
import { type IconType, WhatsApp } from '../../ui/display/icon.js';
import { PhoneField } from '../../ui/inputs/input.js';
import type { DialogState } from '../../ui/loading/lazy-mount.js';
import { toast } from '../../ui/feedback/toast.js';
import { exactText } from '../../ui/display/format.js';
import { useZone } from '../../ui/display/figures.js';
import { itemText } from '../item-words.js';
import { type CatalogueItem, recordsOfKind, refTo } from '../items.js';
import { sharedItems } from '../shared-items.js';
import { itemShareText, offerText, publicLink } from './share-texts.js';

/**
 * Action of a share, started within the press, because browsers allow `window.open` and copying
 * only there. It completes once the share is recorded.
 */
type Act = (recorded: Promise<void>) => Promise<void>;

/** Methods that copy. */
const copyingMethods: ReadonlySet<string> = new Set(['status', 'link', 'image']);

type ShareName = 'ShareProduct' | 'SharePackage' | 'ShareOffer';
/** Input of a share command without its id: item, method and any number. */
type Share<Input = CommandInput<ShareName>> = Input extends unknown
  ? Omit<Input, 'shareId'>
  : never;

/** Way to share: button label, recorded method and action. */
interface ShareWay {
  readonly icon: IconType;
  readonly label: string;
  readonly share: Share;
  readonly act: Act;
}

/** Ways to share an item. Each is one press, and is recorded first. */
export default function ShareDialog({
  item,
  open,
  onClose,
}: { item: CatalogueItem } & DialogState): ReactNode {
  const { draft, save, discard } = useDraft(`share-${item.id}`, { read: readText });
  const [typed, setTyped] = useState<string>();
  const to = typed ?? draft ?? '';
  const type = (number: string): void => {
    setTyped(number);
    if (number === '') discard();
    else save(number);
  };
  const [wrong, setWrong] = useState<string>();
  const [refusedText, setRefusedText] = useState<string>();
  const [isCopying, setCopying] = useState(false);
  const { organization, verification } = useMe();
  const zone = useZone();
  const { title, kind, id } = item;
  const { offer, endedShare } = useFresh(item.offer);
  const closed = endedShare || !verification.verified;
  // an offer's link came with the list, so that sharing works without a network
  const link = offer ? new URL(offer.sharePath ?? '', location.href).href : publicLink(item);
  const text = offer ? offerText(item, link, organization?.name) : itemShareText(item);
  const isPackage = kind === 'package';
  const copying =
    (copied: string, done: string): Act =>
    async (recorded) => {
      try {
        await copyAfter(recorded, copied);
      } catch (error) {
        if (!(error instanceof CopyRefused)) throw error;
        return setRefusedText(copied);
      }
      toast({ text: done });
      onClose();
    };
  const ways: readonly ShareWay[] =
    kind === 'offer'
      ? [
          {
            icon: Download,
            label: t`Download File`,
            share: { ...refTo(kind, id), method: 'download' },
            act: (recorded) => recorded.then(() => download(link, item)),
          },
          {
            icon: ClipboardList,
            label: t`Copy for Status`,
            share: { ...refTo(kind, id), method: 'status' },
            act: copying(link, t`File URL copied! You can now add this to your WhatsApp status.`),
          },
        ]
      : [
          {
            icon: LinkIcon,
            label: t`Copy Link`,
            share: { ...refTo(kind, id), method: 'link' },
            act: copying(
              link,
              isPackage
                ? t`Package link copied to clipboard!`
                : t`Product link copied to clipboard!`,
            ),
          },
          {
            icon: ClipboardList,
            label: t`Copy Text`,
            share: { ...refTo(kind, id), method: 'image' },
            act: copying(
              text,
              isPackage
                ? t`Package details copied to clipboard!`
                : t`Product details copied to clipboard!`,
            ),
          },
        ];
  const begin = ({ share, act }: Pick<ShareWay, 'share' | 'act'>): void => {
    const copies = copyingMethods.has(share.method);
    setCopying(copies);
    recordShare(item, share, (recorded) => act(recorded).finally(() => setCopying(false)));
    if (share.method === 'whatsapp') discard();
    // a text that cannot be copied is shown here
    if (!copies) onClose();
  };
  const byWhatsApp = (): void => {
    const { data: number = '', error } = to.trim() === '' ? {} : phone.safeParse(to);
    setWrong(error?.issues[0]?.message);
    if (error) return;
    const share = {
      ...refTo(kind, id),
      method: 'whatsapp',
      ...(to.trim() !== '' && { to }),
    } as const;
    begin({ share, act: (recorded) => openAfter(recorded, chatLink(number, text)) });
  };
  return (
    <Dialog open={open} onClose={onClose} title={t`Share ${title}`} closeButton>
      {refusedText !== undefined && (
        <SelectedText
          text={refusedText}
          label={t`Selected text`}
          reason={t`The share was recorded, but this browser did not allow copying. Copy the selected text.`}
        />
      )}
      <Field
        label={t`WhatsApp number`}
        optional
        error={wrong}
        hint={t`Left empty, you choose the chat in WhatsApp.`}
      >
        <PhoneField value={to} onChange={(event) => type(event.target.value)} />
      </Field>
      <div className="stack gap-2">
        <Button
          kind="whatsapp"
          size="lg"
          block
          icon={WhatsApp}
          disabled={closed}
          onClick={byWhatsApp}
        >
          {t`Share on WhatsApp`}
        </Button>
        {ways.map((way) => (
          <Button
            key={way.share.method}
            size="lg"
            block
            icon={way.icon}
            disabled={closed || isCopying}
            onClick={() => begin(way)}
          >
            {way.label}
          </Button>
        ))}
        {!verification.verified && (
          <p
            className="meta"
            role="status"
          >{t`Customers can open this once your WhatsApp number is verified.`}</p>
        )}
        {offer?.shareEndsAt && (
          <p className="meta" role="status">
            {endedShare
              ? t`The link to the file has ended. It can be shared again when the network is back.`
              : t`Whoever has the link can open the file until ${exactText(new Date(offer.shareEndsAt), zone)}.`}
          </p>
        )}
      </div>
    </Dialog>
  );
}

const endOf = (offer: OfferItem | undefined): string => offer?.shareEndsAt ?? '';

/** Refetches the offer, because its stored link may have expired. */
function useFresh(ofList: OfferItem | undefined): {
  readonly offer: OfferItem | undefined;
  readonly endedShare: boolean;
} {
  const { data } = useQuery({
    ...recordsOfKind('offer').query(ofList?.offerId ?? ''),
    enabled: ofList !== undefined,
    refetchOnMount: 'always',
  });
  // the stored offer may be older than the list
  const offer = endOf(data) > endOf(ofList) ? data : ofList;
  return { offer, endedShare: endOf(offer) !== '' && Date.parse(endOf(offer)) <= serverNow() };
}

/** The server tells the file's kind, which gives the extension. */
function download(link: string, { title }: CatalogueItem): void {
  const anchor = document.createElement('a');
  Object.assign(anchor, { href: `${link}?name=${encodeURIComponent(title)}`, download: '' });
  anchor.click();
}

/** Records a share on this device, then runs its action. */
function recordShare({ kind, id, title }: CatalogueItem, share: Share, act: Act): void {
  sharedItems[kind].note([id]);
  const failed = (): void => toast({ tone: 'bad', text: itemText('unshared', kind) });
  const shareId = newId();
  const recorded = new Promise<void>((resolve, reject) => {
    const options = {
      id: newId(),
      recordId: shareId,
      recordName: title,
      creates: true,
      onSafe: resolve,
    } as const;
    enqueue<ShareName>(itemNames[kind].share, { shareId, ...share }, options).then(
      async ({ isStored, settled }) => {
        const outcome = await settled;
        if (outcome.state !== 'refused') return;
        if (isStored) failed();
        else reject(problemOf(outcome.problem));
      },
      reject,
    );
  });
  void act(recorded).catch(failed);
}
