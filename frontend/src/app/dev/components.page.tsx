import {
  ArrowUpDown,
  CalendarDays,
  ChevronDown,
  Ellipsis,
  FileText,
  ListFilter,
  MapPin,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { leadStatuses } from '#domain/leads/lead.values.js';
import { statusMeanings } from '../../kit/leads/lead-names.js';
import { StatusBadge, StatusGlyph } from '../../kit/leads/status-badge.js';
import { AnimatedList } from '../../ui/layout/animated-list.js';
import { Avatar } from '../../ui/display/avatar.js';
import { Badge, DueBadge } from '../../ui/display/badge.js';
import { Banner } from '../../ui/feedback/banner.js';
import { Button, IconButton } from '../../ui/buttons/button.js';
import { Chip, ChipGroup, RadioCards, Segment } from '../../ui/inputs/choice.js';
import { CodeInput } from '../../ui/inputs/code-input.js';
import { Combobox } from '../../ui/inputs/combobox.js';
import { ConfirmDialog, Dialog } from '../../ui/overlays/dialog.js';
import { DialogButton } from '../../ui/buttons/dialog-button.js';
import { Field } from '../../ui/inputs/field.js';
import { Money } from '../../ui/display/figures.js';
import { FormErrors } from '../../ui/inputs/form-errors.js';
import { WhatsApp } from '../../ui/display/icon.js';
import { DateField } from '../../ui/dates/date-field.js';
import {
  Input,
  MoneyField,
  PhoneField,
  SearchField,
  Select,
  TextArea,
} from '../../ui/inputs/input.js';
import { LiveIndicator } from '../../ui/display/live-indicator.js';
import { Menu } from '../../ui/overlays/menu.js';
import { Progress } from '../../ui/feedback/progress.js';
import { EmptyState, ErrorState, SkeletonCards } from '../../ui/feedback/states.js';
import { Switch } from '../../ui/inputs/switch.js';
import { TabView } from '../../ui/layout/tabs.js';
import { useTheme } from '../../browser/theme.js';
import {
  TimelineBubble,
  TimelineText,
  SendState,
  Timeline,
  TimelineDay,
  TimelineItem,
} from '../../ui/display/timeline.js';
import { toast, Toasts } from '../../ui/feedback/toast.js';
import { i18n, optionsOf } from '../../words/i18n.js';
import { themeNames } from '../shell/sidebar.js';

const doNothing = (): undefined => undefined;
const fillClasses =
  'bg-canvas bg-surface bg-sunken bg-raised bg-press bg-line-strong bg-ink bg-accent bg-accent-soft bg-highlight'.split(
    ' ',
  );
const options = (...words: string[]) => words.map((word) => ({ value: word, label: word }));
const people = [
  { value: '1', label: 'Rajesh Deshmukh', meta: 'Baner, Pune' },
  {
    value: '2',
    label: 'Venkatanarasimharajuvaripeta Builders & Developers Pvt Ltd',
    meta: 'Deshbandhu Road, Vijayawada',
  },
];

/** Holds the chosen value of a component. */
function WithState<Value>({
  initial,
  children,
}: {
  initial: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}): ReactNode {
  const [value, set] = useState(initial);
  return children(value, set);
}

const buttonIcons = {
  primary: Plus,
  plain: Plus,
  soft: Plus,
  ghost: Plus,
  danger: Trash2,
  'danger-ghost': Trash2,
  whatsapp: WhatsApp,
};
const buttons = (Object.keys(buttonIcons) as (keyof typeof buttonIcons)[]).map((kind) => (
  <div key={kind} className="row wrap">
    {[
      { children: kind, icon: buttonIcons[kind] },
      { children: 'Saving', busy: true },
      { children: 'Disabled', disabled: true },
    ].map((state) => (
      <Button key={state.children} kind={kind} {...state} />
    ))}
  </div>
));

const fields: readonly { label: string; error?: string; hint?: string; control: ReactNode }[] = [
  {
    label: 'Site name',
    hint: 'As people on site call it',
    control: <Input placeholder="Deshmukh Residency" />,
  },
  { label: 'City', control: <Input defaultValue="Pune" /> },
  {
    label: 'Reason',
    error: 'Please provide a reason for marking this lead as lost',
    control: <Input name="reason" />,
  },
  {
    label: 'Phone',
    error: 'Enter a 10-digit number; this one has 9',
    control: <PhoneField name="phone" defaultValue="98220 4173" />,
  },
  { label: 'Amount', control: <MoneyField defaultValue="1,23,456.50" /> },
  { label: 'Payment method', control: <Select options={options('UPI', 'Bank Transfer')} /> },
  { label: 'Email', control: <Input readOnly value="asha@suryodaya.example" /> },
  { label: 'Disabled', control: <Input disabled value="Not now" /> },
  {
    label: 'Note',
    control: <TextArea defaultValue="Client wants the quotation before Tuesday." />,
  },
  { label: 'Next follow-up', control: <DateField /> },
  {
    label: 'Lead',
    control: (
      <WithState initial={people[0]}>
        {(lead, set) => (
          <Combobox label="Lead" options={people} value={lead} onValue={set as never} />
        )}
      </WithState>
    ),
  },
  {
    label: '6-digit code',
    control: (
      <WithState initial="4170">
        {(code, set) => <CodeInput value={code} onValue={set} />}
      </WithState>
    ),
  },
];

const statuses = () =>
  leadStatuses.map((value) => ({
    value,
    label: value,
    meta: i18n._(statusMeanings[value]),
    glyph: <StatusGlyph status={value} />,
  }));
const overlays = (
  <div className="row wrap">
    <DialogButton
      dialog={(state) => (
        <ConfirmDialog
          {...state}
          title="Delete Rajesh Deshmukh?"
          text="The lead leaves every screen. This action cannot be undone."
          confirmLabel="Delete Lead"
          cancelLabel="Keep lead"
          onConfirm={state.onClose}
        />
      )}
    >
      Confirm
    </DialogButton>
    <DialogButton
      dialog={(state) => (
        <Dialog {...state} title="Change status">
          <RadioCards
            label="Status"
            name="status"
            value="Quoted"
            onValue={doNothing}
            options={statuses()}
          />
        </Dialog>
      )}
    >
      Change status
    </DialogButton>
    <Menu
      align="start"
      trigger={<IconButton label="More" icon={Ellipsis} />}
      entries={[
        { label: 'Edit', icon: Pencil, onSelect: doNothing },
        {
          kind: 'choice',
          label: 'Theme',
          value: 'System',
          onValue: doNothing,
          options: options('System', 'Dark'),
        },
        { label: 'Delete Lead', icon: Trash2, danger: true, onSelect: doNothing },
      ]}
    />
  </div>
);

const timeline = (
  <Timeline label="Timeline">
    <TimelineDay>Today</TimelineDay>
    <TimelineItem node={FileText}>
      <TimelineBubble wide actor="Quotation" lineEnd={<Badge tone="quote-sent">Sent</Badge>}>
        <Money paise={48_275_000} className="text-title-2 font-strong tabular-nums" />
      </TimelineBubble>
    </TimelineItem>
    <TimelineItem node={MapPin}>
      <TimelineText time="5:41 pm">Visit recorded</TimelineText>
    </TimelineItem>
    <TimelineItem node={{ element: <Avatar name="Meera Iyer" size="node" /> }} highlighted>
      <TimelineBubble
        actor="Meera Iyer"
        time="11:58 am"
        lineEnd={<LiveIndicator live>Just now</LiveIndicator>}
      >
        Approved 4% off if he signs this week.
      </TimelineBubble>
    </TimelineItem>
    <TimelineItem node={CalendarDays} queued>
      <TimelineBubble actor="You" time="11:58 am" isMine>
        Calling him at 12, he is on site.
      </TimelineBubble>
      <SendState>Sending. Waiting for network</SendState>
    </TimelineItem>
  </Timeline>
);

const sections: Readonly<Record<string, ReactNode>> = {
  Colour: (
    <div className="row wrap">
      {fillClasses.map((fill) => (
        <span key={fill} className={`size-12 ring-1 ring-line ${fill}`} title={fill} />
      ))}
    </div>
  ),
  Type: ['t1', 't2', 't3', 'body', 'label font-medium', 'meta'].map((name) => (
    <p key={name} className={name}>
      Terrace is 96 m², free of shade after 9 am. छत पर छाया नहीं है।
    </p>
  )),
  Buttons: buttons,
  Fields: (
    <>
      <FormErrors
        fields={fields
          .filter(({ error }) => error)
          .map(({ label }) => ({ name: label.toLowerCase(), label }))}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        {fields.map(({ control, ...field }) => (
          <Field key={field.label} {...field}>
            {control}
          </Field>
        ))}
        <WithState initial="Owner">
          {(type, set) => (
            <ChipGroup
              label="Type of lead"
              name="type"
              value={type}
              onValue={set}
              options={options('Builder', 'Owner', 'Other')}
            />
          )}
        </WithState>
        <WithState initial="">
          {(q, set) => <SearchField label="Name, phone, city or site" q={q} onSearch={set} />}
        </WithState>
      </div>
    </>
  ),
  'Tabs, segments, chips, switches': (
    <>
      <WithState initial="All">
        {(tab, set) => (
          <TabView
            label="Status"
            value={tab}
            onValue={set}
            tabs={options('All', ...leadStatuses).map((option, index) => ({
              ...option,
              count: 34 * index,
            }))}
          >
            <p className="meta">{tab}</p>
          </TabView>
        )}
      </WithState>
      <div className="row wrap gap-4">
        <WithState initial="Activity">
          {(view, set) => (
            <Segment
              label="View"
              value={view}
              onValue={set}
              options={options('Activity', 'Information')}
            />
          )}
        </WithState>
        <Chip icon={ListFilter} endIcon={ChevronDown}>
          Type: All
        </Chip>
        <Chip on>Builder</Chip>
      </div>
      <WithState initial={true}>
        {(on, set) => (
          <Switch
            label="Everyone sees the leaderboard"
            hint="Off: everybody sees their own rank"
            checked={on}
            onChecked={set}
          />
        )}
      </WithState>
    </>
  ),
  'Badges and people': (
    <div className="row wrap">
      {leadStatuses.map((status) => (
        <StatusBadge key={status} status={status} />
      ))}
      {[-3, 0, 1, 4].map((days) => (
        <DueBadge key={days} days={days} />
      ))}
      {(['info', 'bill-approved', 'quote-sent', 'pay-partial', 'neutral'] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <LiveIndicator live>Live</LiveIndicator>
      <LiveIndicator live={false}>Reconnecting</LiveIndicator>
      <Avatar name="Meera Iyer" size="s" />
      <Avatar name="Asha Kulkarni" isMe />
    </div>
  ),
  Rows: (
    <WithState initial={people}>
      {(rows, set) => (
        <>
          <AnimatedList
            items={rows}
            keyOf={({ value }) => value}
            highlighted={new Set([rows[0]?.value ?? ''])}
            className="card rows"
          >
            {({ label, meta }) => (
              <p className="list-row">
                <span className="label font-medium grow">{label}</span>
                <span className="meta">{meta}</span>
              </p>
            )}
          </AnimatedList>
          <Button icon={ArrowUpDown} onClick={() => set(rows.toReversed())}>
            A row moves
          </Button>
        </>
      )}
    </WithState>
  ),
  Messages: (
    <>
      <div className="row wrap">
        <Button
          onClick={() =>
            toast({ text: 'Follow-up done', action: { label: 'Undo', onSelect: doNothing } })
          }
        >
          A good toast
        </Button>
        <Button onClick={() => toast({ tone: 'bad', text: 'Failed to update status' })}>
          A bad toast
        </Button>
      </div>
      {(['neutral', 'info', 'warning', 'danger'] as const).map((tone) => (
        <Banner key={tone} tone={tone} inset actions={<Button kind="ghost">Verify now</Button>}>
          <b>No network.</b> 3 items waiting to be sent.
        </Banner>
      ))}
    </>
  ),
  'Dialog, menu': overlays,
  Timeline: <div className="max-w-measure">{timeline}</div>,
  'Progress and loading': [
    <Progress key="bar" label="Uploading 3 photos" percent={64} />,
    <SkeletonCards key="skeleton" count={2} />,
  ],
  'Empty and error': (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <EmptyState
        level={3}
        title="No leads yet"
        art="trace"
        action={<Button kind="primary">Add Lead</Button>}
      >
        Add the person you met on site. A name, a number and a city are enough.
      </EmptyState>
      <ErrorState level={3} title="Failed to load alerts" onRetry={doNothing} />
    </div>
  ),
};

/** All components in all states, for developers. Not part of production. */
export default function ComponentsPage(): ReactNode {
  const { theme, choose } = useTheme();
  return (
    <main className="mx-auto max-w-page px-gutter pt-6 pb-12">
      <div className="row between wrap pb-5">
        <h1 className="t1">Component sheet</h1>
        <Segment label="Theme" value={theme} onValue={choose} options={optionsOf(themeNames)} />
      </div>
      {Object.entries(sections).map(([title, content]) => (
        <section
          key={title}
          className="grid gap-4 border-t border-line py-6 md:grid-cols-[14rem_minmax(0,1fr)] md:gap-8"
          aria-label={title}
        >
          <h2 className="t3">{title}</h2>
          <div className="stack min-w-0 gap-4">{content}</div>
        </section>
      ))}
      <Toasts />
    </main>
  );
}
