import { plural, t } from '@lingui/core/macro';
import { Check, ChevronLeft, ChevronRight, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { BillItem } from '#domain/bills/bill.views.js';
import { AccessDeniedPage } from '../kit/records/access-denied.js';
import { usePermissions } from '../lib/account/session.js';
import { type ListQuery, useListQuery } from '../kit/lists/list-query.js';
import { personName } from '../kit/team/person-name.js';
import { noNetworkText } from '../kit/texts/labels.js';
import { Button, IconButton } from '../ui/buttons/button.js';
import { classes } from '../ui/classes.js';
import { Money, useToday, useZone } from '../ui/display/figures.js';
import { dayIn, dayText, plainMoney } from '../ui/display/format.js';
import { EmptyState, ErrorState, QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { FormRefusal } from '../ui/inputs/form-errors.js';
import { ValidatedForm } from '../ui/inputs/validated-form.js';
import { BottomBar } from '../ui/layout/bottom-bar.js';
import { Screen } from '../ui/layout/frame.js';
import { InlineList } from '../ui/layout/surface.js';
import { translated } from '../words/i18n.js';
import { BillPicture } from './bill-facts.js';
import { monthText } from './bill-months.js';
import { useBillTotals } from './bill-queries.js';
import { RejectionReason } from './rejection-reason.js';
import { useApproveBills } from './use-approve-bills.js';
import { useBillDecision } from './use-bill-decision.js';

/** the whole picture, as high as the window has room below the facts */
const frameClass = 'h-96 w-full lg:h-[max(20rem,calc(100dvh-18.5rem))]';
const pictureClass = classes(
  frameClass,
  'flex items-center justify-center bg-transparent! [&_img]:size-auto [&_img]:max-h-full [&_img]:max-w-full [&_img]:rounded-control',
);

/** `/bills/review`: pending bills one after another, by thumb or by keys. */
export default function ReviewBillsPage(): ReactNode {
  const may = usePermissions();
  const back = { to: '/bills', label: t`Back to bills` };
  if (!may('ApproveBill'))
    return (
      <AccessDeniedPage pageTitle={t`Review bills`} back={back} title={t`Access Denied`}>
        {t`Only administrators and finance can decide on bills.`}
      </AccessDeniedPage>
    );
  return <PendingBills back={back} />;
}

function PendingBills({ back }: { back: { to: string; label: string } }): ReactNode {
  const list = useListQuery('/api/bills', { status: 'Pending' });
  const count = list.first?.counts.Pending ?? list.items.length;
  const total = list.first?.paise?.Pending;
  return (
    <Screen
      back={back}
      title={t`Review bills`}
      subtitle={
        list.items.length > 0 && (
          <span className="meta tabular-nums">
            {[
              plural(count, { one: '# pending', other: '# pending' }),
              total !== undefined && plainMoney(total),
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        )
      }
    >
      <QueryStates
        query={list}
        failed={t`Failed to load bills`}
        label={t`Loading bills`}
        skeleton={<SkeletonRows count={5} />}
      >
        {() => <Review list={list} pendingCount={count} />}
      </QueryStates>
    </Screen>
  );
}

/** Number of bills behind the shown one below which the next page is fetched. */
const BILLS_AHEAD = 24;

function Review({
  list: { items: bills, hasNextPage, hasNextPageFailed, fetchNextPage },
  pendingCount,
}: {
  list: Pick<ListQuery, 'hasNextPage' | 'hasNextPageFailed' | 'fetchNextPage'> & {
    readonly items: readonly BillItem[];
  };
  /** Number of all pending bills, also of those that are not fetched yet. */
  pendingCount: number;
}): ReactNode {
  const [shown, setShown] = useState<{ readonly id: string; readonly index: number }>();
  const panes = useRef<HTMLDivElement>(null);
  const actions = useRef<ReviewActions>({});
  const [checkedIds, setCheckedIds] = useState<ReadonlySet<string>>(new Set());
  const checkedBills = bills.filter(({ billId }) => checkedIds.has(billId));
  const { approve, refusedBills, busy, disabled } = useApproveBills();
  const setChecked = (changed: readonly BillItem[], isChecked: boolean): void =>
    setCheckedIds((before) => {
      const after = new Set(before);
      for (const { billId } of changed)
        if (isChecked) after.add(billId);
        else after.delete(billId);
      return after;
    });
  const approveChecked =
    checkedBills.length > 0 && !busy && !disabled ? () => approve(checkedBills) : undefined;
  const listedIndex = bills.findIndex(({ billId }) => billId === shown?.id);
  // a decided bill leaves the list: the bill after it is shown
  const shownIndex = listedIndex >= 0 ? listedIndex : Math.min(shown?.index ?? 0, bills.length - 1);
  const bill = bills[shownIndex];
  const showBill = (next: number): void => {
    const id = bills[next]?.billId;
    if (id !== undefined) setShown({ id, index: next });
  };
  // keys work while the focus is inside, also after the focused row was removed
  const keepFocus = (): void => panes.current?.focus({ preventScroll: true });
  const isEmpty = bill === undefined;
  useEffect(keepFocus, [isEmpty]);
  const needsMore = hasNextPage && bills.length - shownIndex <= BILLS_AHEAD;
  // an effect event, so that a failed page is not fetched again in each render
  const fetchMore = useEffectEvent(fetchNextPage);
  useEffect(() => {
    if (needsMore) fetchMore();
  }, [needsMore, bills.length, shownIndex]);
  if (!bill && hasNextPage)
    return hasNextPageFailed ? (
      <ErrorState title={t`Failed to load bills`} onRetry={fetchNextPage} />
    ) : (
      <SkeletonRows count={5} />
    );
  if (!bill)
    return (
      <EmptyState title={t`Nothing to review`} art="trace">
        {t`Every bill is decided.`}
      </EmptyState>
    );
  const handleKey = (event: KeyboardEvent): void => {
    const action: (() => void) | undefined = {
      a: event.shiftKey ? approveChecked : actions.current.approve,
      r: actions.current.reject,
      x: () => setChecked([bill], !checkedIds.has(bill.billId)),
      j: () => showBill(shownIndex + 1),
      k: () => showBill(shownIndex - 1),
    }[event.key.toLowerCase()];
    if (!action || isHandledElsewhere(event)) return;
    event.preventDefault();
    action();
  };
  const nextPageFailed = (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <p className="meta text-red-ink" role="alert">
        {t`The next rows could not be loaded.`}
      </p>
      <Button kind="ghost" onClick={fetchNextPage}>
        {t`Try Again`}
      </Button>
    </div>
  );
  return (
    <div
      ref={panes}
      tabIndex={-1}
      role="group"
      aria-label={t`Pending bills`}
      aria-keyshortcuts="A R J K X Shift+A"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 outline-none lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-4"
      onKeyDown={handleKey}
    >
      {/* as high as the bill beside it, and scrolls by itself */}
      <div className="relative max-lg:hidden">
        <div className="card absolute inset-0 flex flex-col overflow-clip">
          <label className="label row min-h-11 flex-none gap-3 px-4 shadow-line-b">
            <input
              type="checkbox"
              className="size-4.5 accent-accent"
              ref={(box) => {
                if (box)
                  box.indeterminate = checkedBills.length > 0 && checkedBills.length < bills.length;
              }}
              checked={checkedBills.length === bills.length}
              onChange={({ target }) => setChecked(bills, target.checked)}
            />
            {hasNextPage ? t`Choose the first ${bills.length}` : t`Choose all ${bills.length}`}
          </label>
          <ol className="rows min-h-0 flex-1 overflow-y-auto" aria-label={t`Pending bills`}>
            {bills.map((each, index) => (
              <li key={each.billId}>
                <Row
                  bill={each}
                  isCurrent={index === shownIndex}
                  isChecked={checkedIds.has(each.billId)}
                  onShow={() => showBill(index)}
                  onChecked={(isChecked) => setChecked([each], isChecked)}
                />
              </li>
            ))}
            {hasNextPageFailed && <li className="px-4 pb-2">{nextPageFailed}</li>}
          </ol>
          <RefusedBills
            bills={refusedBills.filter(({ bill: { billId } }) => checkedIds.has(billId))}
          />
          {checkedBills.length > 0 && (
            <div className="flex-none p-3 shadow-line-t">
              <Button
                kind="primary"
                icon={Check}
                className="w-full"
                busy={busy}
                disabled={disabled}
                onClick={() => {
                  approve(checkedBills);
                  keepFocus();
                }}
              >
                {t`Approve ${checkedBills.length}, ${sumText(checkedBills)}`}
                <KeyHint name="⇧A" />
              </Button>
            </div>
          )}
        </div>
      </div>
      {/* a phone shows no list: the failure stands above the last bill */}
      {hasNextPageFailed && shownIndex === bills.length - 1 && (
        <div className="lg:hidden">{nextPageFailed}</div>
      )}
      <DecisionPane
        key={bill.billId}
        bill={bill}
        actionsRef={actions}
        onDecided={() => {
          setShown({ id: bill.billId, index: shownIndex });
          keepFocus();
        }}
        pager={
          <span className="ml-auto flex max-w-full flex-wrap items-center justify-end gap-1 lg:hidden">
            <IconButton
              icon={ChevronLeft}
              label={t`Previous bill`}
              disabled={shownIndex === 0}
              onClick={() => showBill(shownIndex - 1)}
            />
            <span className="meta num">
              {t`${shownIndex + 1} of ${hasNextPage ? Math.max(pendingCount, bills.length) : bills.length}`}
            </span>
            <IconButton
              icon={ChevronRight}
              label={t`Next bill`}
              disabled={shownIndex === bills.length - 1}
              onClick={() => showBill(shownIndex + 1)}
            />
          </span>
        }
      />
    </div>
  );
}

/** Actions of the keys on the shown bill; absent if not allowed now. */
interface ReviewActions {
  approve?: () => void;
  reject?: () => void;
}

/** Whether a key press is handled by a field or the browser. */
const isHandledElsewhere = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target as Element).matches('input:not([type=checkbox]), textarea, select');

const sumText = (bills: readonly BillItem[]): string =>
  plainMoney(bills.reduce((sum, { amountPaise }) => sum + amountPaise, 0));

/** Chosen bills that were not approved, each with the reason. */
function RefusedBills({
  bills,
}: {
  bills: ReturnType<typeof useApproveBills>['refusedBills'];
}): ReactNode {
  return (
    <div role="status">
      {bills.length > 0 && (
        <ul className="label max-h-40 overflow-y-auto px-4 py-2 text-danger-ink shadow-line-t">
          {bills.map(({ bill: { billId, amountPaise, submittedBy }, text }) => (
            <li key={billId} className="wrap-anywhere">
              {t`${plainMoney(amountPaise)}, ${personName(submittedBy)} not approved: ${text}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({
  bill: { type, amountPaise, spentOn, submittedBy, imageFileId },
  isCurrent,
  isChecked,
  onShow,
  onChecked,
}: {
  bill: BillItem;
  isCurrent: boolean;
  isChecked: boolean;
  onShow: () => void;
  onChecked: (isChecked: boolean) => void;
}): ReactNode {
  const today = useToday();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isCurrent]);
  const about = [personName(submittedBy), translated(type)].join(', ');
  return (
    <div className={classes('flex', isCurrent ? 'bg-accent-soft' : 'hover:bg-hover')}>
      <label className="grid flex-none place-items-center pr-3 pl-4">
        <input
          type="checkbox"
          className="size-4.5 accent-accent"
          aria-label={t`Choose ${plainMoney(amountPaise)}, ${about}`}
          checked={isChecked}
          onChange={({ target }) => onChecked(target.checked)}
        />
      </label>
      <button
        ref={button}
        type="button"
        aria-current={isCurrent || undefined}
        className="min-w-0 flex-1 py-2.5 pr-4 text-left focus-visible:-outline-offset-2"
        onClick={onShow}
      >
        <span className="row between">
          <Money paise={amountPaise} className="font-medium" />
          <span className="meta num">{dayText(spentOn, today)}</span>
        </span>
        <span className="row between gap-2">
          <span className="label text-ink-2 min-w-0 truncate">{about}</span>
          {!imageFileId && <span className="meta flex-none text-warning-ink">{t`No picture`}</span>}
        </span>
      </button>
    </div>
  );
}

function DecisionPane({
  bill: openedBill,
  actionsRef,
  onDecided,
  pager,
}: {
  bill: BillItem;
  actionsRef: RefObject<ReviewActions>;
  onDecided: () => void;
  pager: ReactNode;
}): ReactNode {
  const decision = useBillDecision(openedBill, { open: true, onDecided });
  const { bill, form, message } = decision;
  const [isRejecting, setRejecting] = useState(form.get('reason') !== '');
  const reason = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isRejecting) reason.current?.querySelector('textarea')?.focus();
  }, [isRejecting]);
  const mayDecide = !decision.blockedText && !decision.needsNetwork;
  useEffect(() => {
    actionsRef.current = {
      ...(decision.mayApprove && { approve: decision.approve }),
      ...(mayDecide && { reject: () => setRejecting(true) }),
    };
  });
  return (
    <section className="card" aria-labelledby="reviewed-bill">
      <div className="card-b stack gap-3">
        <div>
          {/* a long amount goes below the pager, which stays at its place */}
          <div className="row between flex-wrap-reverse">
            <h2 id="reviewed-bill" className="t2 min-w-0 wrap-anywhere">
              <Money
                paise={bill.amountPaise}
                className="text-figure font-strong whitespace-normal max-lg:block"
              />{' '}
              {translated(bill.type)}
            </h2>
            {pager}
          </div>
          <Facts bill={bill} />
        </div>
        {bill.imageFileId ? (
          <BillPicture bill={bill} className={pictureClass} />
        ) : (
          // as high as a picture, so that the buttons stay where they are
          <p
            className={classes(
              'label grid place-items-center rounded-control bg-sunken text-warning-ink',
              frameClass,
            )}
          >
            {t`No picture`}
          </p>
        )}
        {isRejecting && (
          <ValidatedForm
            className="stack gap-3"
            busy={decision.busy}
            onSend={() => void form.submit()}
          >
            <div ref={reason} className="stack gap-3">
              <RejectionReason form={form} rows={2} />
            </div>
            <div className="flex flex-wrap gap-2">
              <Button kind="danger" type="submit" busy={form.busy} disabled={!decision.mayReject}>
                {t`Reject Bill`}
              </Button>
              <Button kind="ghost" onClick={() => setRejecting(false)}>
                {t`Keep pending`}
              </Button>
            </div>
          </ValidatedForm>
        )}
        {decision.blockedText && <p role="status">{decision.blockedText}</p>}
        {decision.needsNetwork && (
          <p className="label text-ink-2" role="status">
            {noNetworkText()}
          </p>
        )}
        {message && <FormRefusal>{message}</FormRefusal>}
      </div>
      {!isRejecting && (
        <BottomBar className="flex flex-wrap gap-2 rounded-b-card px-4! *:max-w-full *:flex-auto max-lg:*:px-3 lg:*:flex-none">
          <Button
            kind="primary"
            size="lg"
            icon={Check}
            busy={decision.isApproving}
            disabled={!decision.mayApprove}
            onClick={decision.approve}
          >
            {t`Approve Bill`}
            <KeyHint name="A" />
          </Button>
          <Button size="lg" icon={X} disabled={!mayDecide} onClick={() => setRejecting(true)}>
            {t`Reject Bill`}
            <KeyHint name="R" />
          </Button>
          <span className="meta ml-auto hidden items-center gap-1 self-center lg:pointer-fine:flex">
            {t`Next and previous`}
            <KeyHint name="J" />
            <KeyHint name="K" />
            <span className="ml-2">{t`Choose`}</span>
            <KeyHint name="X" />
          </span>
        </BottomBar>
      )}
    </section>
  );
}

/** Person, days, the person's approved and pending bills of the month, and note of a bill. */
function Facts({
  bill: { submittedBy, submittedAt, spentOn, note },
}: {
  bill: BillItem;
}): ReactNode {
  const today = useToday();
  const month = spentOn.slice(0, 7);
  const monthTotals = useBillTotals(month).data?.byMember.find(
    ({ member }) => member.id === submittedBy.id,
  );
  const submittedOn = dayIn(useZone(), new Date(submittedAt));
  return (
    <>
      <p className="label text-ink-2">
        <InlineList
          items={[
            personName(submittedBy),
            <span className="num">{dayText(spentOn, today)}</span>,
            submittedOn !== spentOn && (
              <span className="inline-block">{t`Submitted on ${dayText(submittedOn, today)}`}</span>
            ),
          ]}
        />
      </p>
      {/* keeps the height of a line while it loads; wraps where long amounts need two */}
      <p className="meta tabular-nums min-h-(--text-meta--line-height)">
        {monthTotals &&
          t`${monthText(month)}: ${plainMoney(monthTotals.paise.Approved)} approved, ${plainMoney(monthTotals.paise.Pending)} pending`}
      </p>
      {note && <p className="label mt-1 wrap-anywhere whitespace-pre-line">{note}</p>}
    </>
  );
}

/** Keyboard shortcut of a button; hidden without a keyboard. */
const KeyHint = ({ name }: { name: string }): ReactNode => (
  <kbd
    aria-hidden="true"
    className="ml-1 hidden rounded-tick border border-current px-1 text-meta/4 font-medium text-current md:pointer-fine:inline"
  >
    {name}
  </kbd>
);
