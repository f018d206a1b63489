import { ArrowUpDown, CalendarDays, Ellipsis, FileText, MapPin, Pencil, Send, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.js';
import { Badge, DueBadge } from '../../ui/badge.js';
import { Banner } from '../../ui/banner.js';
import { Button, ButtonLink, IconButton } from '../../ui/button.js';
import { Chip, RadioCards } from '../../ui/choice.js';
import { ConfirmDialog, Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Money, Time } from '../../ui/figures.js';
import { Composer, LoadMore } from '../../ui/frame.js';
import { Glyph, type Fill } from '../../ui/glyph.js';
import { TextArea } from '../../ui/input.js';
import { AnimatedList } from '../../ui/animated-list.js';
import { LiveDot } from '../../ui/live-dot.js';
import { Menu } from '../../ui/menu.js';
import { PhotoGrid } from '../../ui/photos.js';
import { Skeleton, EmptyState, ErrorState, Progress } from '../../ui/states.js';
import { Card, Row } from '../../ui/surface.js';
import { toast } from '../../ui/toast.js';
import { Bubble, Fact, SendState, Timeline, TimelineDay, TimelineItem } from '../../ui/timeline.js';

const rows: { name: string; city: string; paise: number; days: number }[] = [
  { name: 'Venkatanarasimharajuvaripeta Builders & Developers Pvt Ltd', city: 'Vijayawada', paise: 0, days: 0 },
  { name: 'Gurdeep Sandhu', city: 'Ludhiana', paise: 127_540_000, days: -3 },
  { name: 'Ananya Mukherjee', city: 'Kolkata', paise: 33_620_050, days: 4 },
];

export function RowsShown(): ReactNode {
  const [shown, setShown] = useState(rows);
  const [highlighted, setWashed] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <Card>
        <AnimatedList items={shown} keyOf={(row) => row.name} highlighted={highlighted} className="rows">
          {(row) => (
            <div className="list-row">
              <span className="grow min-w-0">
                <span className="label medium clamp2">{row.name}</span>
                <span className="meta block">{row.city}</span>
              </span>
              <DueBadge days={row.days} />
              {row.paise === 0 ? <span className="meta">No quote</span> : <Money paise={row.paise} className="label max-md:hidden" />}
            </div>
          )}
        </AnimatedList>
      </Card>
      <div className="row wrap">
        <Button
          icon={ArrowUpDown}
          onClick={() => {
            setShown(([first, ...rest]) => (first ? [...rest, first] : rest));
            setWashed(new Set([shown[0]?.name ?? '']));
          }}
        >
          A row moves
        </Button>
        <LoadMore shown={12} total={128} what="lead" hasMore busy={false} onMore={() => undefined} />
      </div>
      <Card>
        <ul className="rows">
          <Row
            to="/dev/components"
            start={<Avatar name="Imran Shaikh" />}
            title="Imran Shaikh"
            meta="3 leads today"
            end={<Time at="2026-11-21T06:00:00Z" className="meta" />}
          />
        </ul>
      </Card>
    </>
  );
}

export function MessagesShown(): ReactNode {
  return (
    <>
      <div className="row wrap">
        <Button onClick={() => toast({ text: 'Follow-up completed', action: { label: 'Undo', onSelect: () => undefined } })}>A good toast</Button>
        <Button onClick={() => toast({ tone: 'bad', text: 'Failed to update status', action: { label: 'Retry', onSelect: () => undefined } })}>
          A bad toast
        </Button>
      </div>
      <Banner
        tone="warning"
        inset
        actions={
          <>
            <Button kind="ghost">Verify now</Button>
            <Button kind="ghost">Remind Later</Button>
          </>
        }
      >
        Verify your WhatsApp number to keep your account.
      </Banner>
      <Banner tone="neutral" inset>
        <b>No network.</b> 3 items waiting to be sent.
      </Banner>
      <Banner tone="info" inset>
        Imran changed this lead while you were typing.{' '}
        <button type="button" className="link inherit">
          See what changed
        </button>
      </Banner>
      <Banner tone="danger" inset>
        <b>2 fields need a look.</b> Phone, City
      </Banner>
    </>
  );
}

const stages: { value: string; meta: string; tone: string; fill: Fill }[] = [
  { value: 'New', meta: 'Fresh lead, not yet contacted', tone: 'tone-status-new', fill: 'ring' },
  { value: 'Contacted', meta: 'Initial contact made', tone: 'tone-status-contacted', fill: 'third' },
  { value: 'Quoted', meta: 'Quotation sent to customer', tone: 'tone-status-quoted', fill: 'two-thirds' },
  { value: 'Lost', meta: 'Lead did not convert', tone: 'tone-status-lost', fill: 'crossed' },
];

/** A photo without a file: a field, a sky, a number. */
const picture = (number: number): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><rect width="400" height="300" fill="#9db6c4"/><path d="M0 190l120-60 90 50 190-80v200H0z" fill="#5f6f66"/><text x="30" y="270" font-size="48" fill="#fff">${number}</text></svg>`)}`;

export function DialogsShown(): ReactNode {
  const [open, setOpen] = useState<'delete' | 'status'>();
  const [status, setStatus] = useState('Quoted');
  const photos = Array.from({ length: 11 }, (_, index) => ({
    id: String(index),
    alt: `Roof, photo ${index + 1}`,
    src: picture(index + 1),
    waiting: index === 2,
  }));
  return (
    <>
      <div className="row wrap">
        <Button onClick={() => setOpen('delete')}>Confirm</Button>
        <Button onClick={() => setOpen('status')}>Change status</Button>
        <Menu
          trigger={<IconButton label="More" icon={Ellipsis} />}
          align="start"
          entries={[
            { label: 'Edit', icon: Pencil, onSelect: () => undefined },
            { kind: 'line' },
            {
              kind: 'choice',
              label: 'Theme',
              value: 'system',
              onValue: () => undefined,
              options: [
                { value: 'system', label: 'System' },
                { value: 'dark', label: 'Dark' },
              ],
            },
            { kind: 'line' },
            { label: 'Delete Lead', icon: Trash2, danger: true, onSelect: () => setOpen('delete') },
          ]}
        />
      </div>
      <ConfirmDialog
        open={open === 'delete'}
        onClose={() => setOpen(undefined)}
        title="Delete Rajesh Deshmukh?"
        text="The lead leaves every screen. This action cannot be undone."
        confirm="Delete Lead"
        keep="Keep lead"
        onConfirm={() => setOpen(undefined)}
      />
      <Dialog open={open === 'status'} onClose={() => setOpen(undefined)} title="Change status">
        <RadioCards
          label="Status"
          name="status"
          value={status}
          onValue={setStatus}
          options={stages.map((stage) => ({
            value: stage.value,
            label: stage.value,
            meta: stage.meta,
            className: stage.tone,
            glyph: <Glyph fill={stage.fill} />,
          }))}
        />
      </Dialog>
      <div className="max-w-md">
        <PhotoGrid photos={photos.slice(0, 8)} total={photos.length} onOpen={() => undefined} />
      </div>
    </>
  );
}

export function TraceShown(): ReactNode {
  const [note, setNote] = useState('');
  return (
    <div className="max-w-measure">
      <Timeline label="Timeline">
        <TimelineDay>Yesterday</TimelineDay>
        <TimelineItem node={FileText}>
          <Bubble wide who="Quotation" mark={<Badge tone="quote-sent">Sent</Badge>}>
            <Money paise={48_275_000} className="amount" />
          </Bubble>
        </TimelineItem>
        <TimelineItem
          node={{
            own: (
              <span className="node tone-status-quoted">
                <Glyph fill="two-thirds" />
              </span>
            ),
          }}
        >
          <Fact time="5:41 pm">
            Status changed to <b>Quoted</b>
          </Fact>
        </TimelineItem>
        <TimelineDay>Today</TimelineDay>
        <TimelineItem node={MapPin}>
          <Bubble mine who="You" time="9:02 am">
            <p>Terrace is free of shade after 9.</p>
          </Bubble>
        </TimelineItem>
        <TimelineItem node={{ own: <Avatar name="Meera Iyer" className="node" /> }} live>
          <Bubble who="Meera Iyer" time="11:58 am" mark={<LiveDot live>Just now</LiveDot>}>
            <p>Approved 4% off if he signs this week.</p>
          </Bubble>
        </TimelineItem>
        <TimelineItem node={CalendarDays} queued>
          <Bubble who="You" time="11:58 am">
            <p>Calling him at 12, he is on site.</p>
          </Bubble>
          <SendState>Sending. Waiting for network</SendState>
        </TimelineItem>
      </Timeline>
      <Composer
        label="Add to this lead"
        onSubmit={() => setNote('')}
        actions={
          <>
            <Chip icon={MapPin}>Add visit</Chip>
            <Chip icon={ArrowUpDown}>Change status</Chip>
          </>
        }
      >
        <TextArea aria-label="Note" rows={1} placeholder="Write a note" value={note} onChange={(event) => setNote(event.target.value)} />
        <IconButton label="Send" icon={Send} kind="primary" type="submit" className="send" disabled={note.trim() === ''} />
      </Composer>
    </div>
  );
}

export function ProgressShown(): ReactNode {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Progress label="Uploading 3 photos" percent={64} />
      <div className="card card-b stack gap-2.5" role="status" aria-label="Loading">
        <Skeleton width="52%" />
        <Skeleton width="78%" height="0.8125rem" />
        <Skeleton width="34%" height="1.375rem" />
      </div>
    </div>
  );
}

export function EmptyShown(): ReactNode {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Card>
        <EmptyState level={3} title="No leads yet" art="trace" action={<Button kind="primary">Add Lead</Button>}>
          Add the person you met on site. A name, a number and a city are enough.
        </EmptyState>
      </Card>
      <Card>
        <ErrorState level={3} title="Failed to load alerts" retry="Try Again" onRetry={() => undefined}>
          The server did not answer. Nothing you entered is lost.
        </ErrorState>
      </Card>
      <Card>
        <EmptyState level={3} title="No follow-ups found" art={CalendarDays} action={<Button>View Leads</Button>}>
          Set a next date on a lead and it turns up here.
        </EmptyState>
      </Card>
    </div>
  );
}

export function FocusShown(): ReactNode {
  return (
    <div className="row wrap gap-4">
      <ButtonLink to="/dev/components" className="is-focus">
        Link
      </ButtonLink>
      <Button kind="primary" className="is-focus">
        Button
      </Button>
      <Chip className="is-focus">Chip</Chip>
      <Field label="Field">
        <input className="input is-focus" defaultValue="Pune" aria-label="Field" />
      </Field>
      <Badge tone="status-quoted" glyph={<Glyph fill="two-thirds" />} className="is-focus">
        Status button
      </Badge>
    </div>
  );
}
