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
import { CopyRefused, copyTextAfter, openLinkAfter } from '../../kit/commands/open-and-copy.js';
import { SelectedText } from '../../ui/inputs/selected-text.js';
import { Button } from '../../ui/buttons/button.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import { type IconType, WhatsApp } from '../../ui/display/icon.js';
import type { DialogState } from '../../ui/loading/lazy-mount.js';
import { toast } from '../../ui/feedback/toast.js';
import { exactText } from '../../ui/display/format.js';
import { MessagePreview } from '../../ui/display/message-preview.js';
import { useZone } from '../../ui/display/figures.js';
import { Cover } from '../item-cover.js';
import { itemText } from '../item-texts.js';
import { type CatalogueItem, recordsOfKind, refTo } from '../items.js';
import { sharedItems } from '../shared-items.js';
import { RecipientField, type ShareLead } from './recipient-field.js';
import { itemShareText, offerText, publicLink } from './share-texts.js';

/**
 * Action of a share, started within the press, because browsers allow `window.open` and copying
 * only there. It completes once the share is recorded.
 */
type ShareAction = (recorded: Promise<void>) => Promise<void>;

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
  readonly action: ShareAction;
}

/** Ways to share an item. Each is one press, and is recorded first. */
export default function ShareDialog({
  item,
  to: givenLead,
  open,
  onClose,
}: { item: CatalogueItem; to?: ShareLead | undefined } & DialogState): ReactNode {
  const [lead, setLead] = useState(givenLead);
  // part of the link, so that views of the page are counted for this share
  const [shareId, setShareId] = useState(newId);
  const { draft, save, discard } = useDraft(`share-${item.id}`, { read: readText });
  const [typedNumber, setTypedNumber] = useState<string>();
  const number = typedNumber ?? draft ?? '';
  const changeNumber = (changed: string): void => {
    setTypedNumber(changed);
    if (changed === '') void discard();
    else save(changed);
  };
  const [numberError, setNumberError] = useState<string>();
  const [uncopiedText, setUncopiedText] = useState<string>();
  const [isCopying, setCopying] = useState(false);
  const { organization, verification } = useMe();
  const zone = useZone();
  const { title, kind, id } = item;
  const { offer, hasLinkEnded } = useRefetchedOffer(item.offer);
  const cannotShare = hasLinkEnded || !verification.verified;
  // an offer's link came with the list, so that sharing works without a network
  const link = offer
    ? new URL(offer.sharePath ?? '', location.href).href
    : `${publicLink(item)}?s=${shareId}`;
  const text = offer ? offerText(item, link, organization?.name) : itemShareText(item, link);
  const isPackage = kind === 'package';
  const copyAction =
    (copiedText: string, successText: string): ShareAction =>
    async (recorded) => {
      try {
        await copyTextAfter(recorded, copiedText);
      } catch (error) {
        if (!(error instanceof CopyRefused)) throw error;
        return setUncopiedText(copiedText);
      }
      toast({ text: successText });
      onClose();
    };
  const ways: readonly ShareWay[] =
    kind === 'offer'
      ? [
          {
            icon: Download,
            label: t`Download File`,
            share: { ...refTo(kind, id), method: 'download' },
            action: (recorded) => recorded.then(() => download(link, item)),
          },
          {
            icon: ClipboardList,
            label: t`Copy for Status`,
            share: { ...refTo(kind, id), method: 'status' },
            action: copyAction(
              link,
              t`File URL copied! You can now add this to your WhatsApp status.`,
            ),
          },
        ]
      : [
          {
            icon: LinkIcon,
            label: t`Copy Link`,
            share: { ...refTo(kind, id), method: 'link' },
            action: copyAction(
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
            action: copyAction(
              text,
              isPackage
                ? t`Package details copied to clipboard!`
                : t`Product details copied to clipboard!`,
            ),
          },
        ];
  const startShare = ({ share, action }: Pick<ShareWay, 'share' | 'action'>): void => {
    const copiesText = copyingMethods.has(share.method);
    setCopying(copiesText);
    recordShare(item, shareId, share, lead, (recorded) =>
      action(recorded).finally(() => setCopying(false)),
    );
    setShareId(newId());
    if (share.method === 'whatsapp') void discard();
    // the dialog stays open to show a text that the browser did not copy
    if (!copiesText) onClose();
  };
  const shareOnWhatsApp = (): void => {
    const recipientNumber = lead ? '' : number.trim();
    const { data: chatNumber = '', error } =
      recipientNumber === '' ? {} : phone.safeParse(recipientNumber);
    setNumberError(error?.issues[0]?.message);
    if (error) return;
    const share = {
      ...refTo(kind, id),
      method: 'whatsapp',
      ...(recipientNumber !== '' && { to: recipientNumber }),
    } as const;
    startShare({
      share,
      action: (recorded) => openLinkAfter(recorded, chatLink(lead?.phone ?? chatNumber, text)),
    });
  };
  return (
    <Dialog open={open} onClose={onClose} title={t`Share ${title}`} closeButton>
      {uncopiedText !== undefined && (
        <SelectedText
          text={uncopiedText}
          label={t`Selected text`}
          reason={t`The share was recorded, but this browser did not allow copying. Copy the selected text.`}
        />
      )}
      <RecipientField
        lead={lead}
        onLead={setLead}
        number={number}
        onNumber={changeNumber}
        error={numberError}
      />
      <div className="flex items-start gap-3">
        <Cover item={item} className="size-16 flex-none rounded-control" />
        <MessagePreview label={t`Text that is sent`} text={text} />
      </div>
      <div className="stack gap-2">
        <Button
          kind="whatsapp"
          size="lg"
          block
          icon={WhatsApp}
          disabled={cannotShare}
          onClick={shareOnWhatsApp}
        >
          {t`Share on WhatsApp`}
        </Button>
        {ways.map((way) => (
          <Button
            key={way.share.method}
            size="lg"
            block
            icon={way.icon}
            disabled={cannotShare || isCopying}
            onClick={() => startShare(way)}
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
            {hasLinkEnded
              ? t`The link to the file has ended. It can be shared again when the network is back.`
              : t`Anyone with the link can open the file until ${exactText(new Date(offer.shareEndsAt), zone)}.`}
          </p>
        )}
      </div>
    </Dialog>
  );
}

const shareEnd = (offer: OfferItem | undefined): string => offer?.shareEndsAt ?? '';

/** Refetches the offer, because its stored link may have expired. */
function useRefetchedOffer(listedOffer: OfferItem | undefined): {
  readonly offer: OfferItem | undefined;
  readonly hasLinkEnded: boolean;
} {
  const { data } = useQuery({
    ...recordsOfKind('offer').query(listedOffer?.offerId ?? ''),
    enabled: listedOffer !== undefined,
    refetchOnMount: 'always',
  });
  // the stored offer may be older than the list
  const offer = shareEnd(data) > shareEnd(listedOffer) ? data : listedOffer;
  return {
    offer,
    hasLinkEnded: shareEnd(offer) !== '' && Date.parse(shareEnd(offer)) <= serverNow(),
  };
}

/** Downloads the file. The server names it by the title and by its type. */
function download(link: string, { title }: CatalogueItem): void {
  const anchor = document.createElement('a');
  Object.assign(anchor, { href: `${link}?name=${encodeURIComponent(title)}`, download: '' });
  anchor.click();
}

/** Methods by which the recipient gets the item itself. */
const sentMethods: ReadonlySet<string> = new Set(['whatsapp', 'link', 'image']);

/** Command that records a share: on the lead that gets the item, else on the item alone. */
function shareCommand(
  { kind, title }: CatalogueItem,
  shareId: string,
  share: Share,
  lead: ShareLead | undefined,
) {
  const data = { shareId, ...share };
  if (!lead || !sentMethods.has(share.method))
    return {
      name: itemNames[kind].share as ShareName | 'ShareWithLead',
      data,
      record: { recordId: shareId, recordName: title, creates: true as const },
    };
  const { leadId, name } = lead;
  return {
    name: 'ShareWithLead' as const,
    data: { ...data, leadId, title },
    record: { recordId: leadId, recordName: name },
  };
}

/** Records a share on this device, then runs its action. */
function recordShare(
  item: CatalogueItem,
  shareId: string,
  share: Share,
  lead: ShareLead | undefined,
  action: ShareAction,
): void {
  const { kind, id } = item;
  sharedItems[kind].addUse([id]);
  const { name, data, record } = shareCommand(item, shareId, share, lead);
  const reportFailure = (): void => toast({ tone: 'bad', text: itemText('shareFailed', kind) });
  const recorded = new Promise<void>((resolve, reject) => {
    const options = { id: newId(), ...record, onSafe: resolve };
    enqueue(name, data as CommandInput<typeof name>, options).then(
      async ({ isStored, settled }) => {
        const outcome = await settled;
        if (outcome.state !== 'refused') return;
        if (isStored) reportFailure();
        else reject(problemOf(outcome.problem));
      },
      reject,
    );
  });
  void action(recorded).catch(reportFailure);
}
