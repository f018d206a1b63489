import { ArrowDownUp, ChevronDown, CircleArrowUp, Ellipsis, ListFilter, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.js';
import { Badge, Count, DueBadge } from '../../ui/badge.js';
import { Button, IconButton } from '../../ui/button.js';
import { Check, Chip, ChipGroup, Radio, Segment, Switch, Tag } from '../../ui/choice.js';
import { CodeInput } from '../../ui/code-input.js';
import { Combobox, type ComboOption } from '../../ui/combobox.js';
import { Field } from '../../ui/field.js';
import { FormErrors } from '../../ui/form-errors.js';
import { Glyph } from '../../ui/glyph.js';
import { WhatsApp } from '../../ui/icon.js';
import { DateField, Input, MoneyField, PhoneField, SearchField, Select, TextArea } from '../../ui/input.js';
import { LiveDot } from '../../ui/live-dot.js';
import { Tabs } from '../../ui/tabs.js';
import { SendState } from '../../ui/timeline.js';

export function ButtonsShown(): ReactNode {
  return (
    <>
      <div className="row wrap">
        <Button kind="primary" icon={Plus}>
          Add Lead
        </Button>
        <Button kind="primary" className="is-hover">
          Hover
        </Button>
        <Button kind="primary" className="is-press">
          Pressed
        </Button>
        <Button kind="primary" className="is-focus">
          Focus
        </Button>
        <Button kind="primary" busy>
          Saving
        </Button>
        <Button kind="primary" disabled>
          Disabled
        </Button>
      </div>
      <div className="row wrap">
        <Button>Plain</Button>
        <Button className="is-hover">Hover</Button>
        <Button className="is-press">Pressed</Button>
        <Button className="is-focus">Focus</Button>
        <Button disabled>Disabled</Button>
        <Button kind="soft">Soft</Button>
      </div>
      <div className="row wrap">
        <Button kind="ghost">Ghost</Button>
        <Button kind="ghost" className="is-hover">
          Hover
        </Button>
        <IconButton label="Edit" icon={Pencil} />
        <IconButton label="More" icon={Ellipsis} className="is-focus" />
        <Button kind="danger" icon={Trash2}>
          Delete Lead
        </Button>
        <Button kind="danger-ghost">Cancel visit</Button>
        <Button kind="whatsapp" icon={WhatsApp}>
          WhatsApp
        </Button>
      </div>
      <div className="row wrap">
        <Button kind="primary" size="lg">
          Save lead, in the thumb zone
        </Button>
      </div>
    </>
  );
}

const people: ComboOption[] = [
  { value: '1', label: 'Rajesh Deshmukh', meta: 'Baner, Pune' },
  { value: '2', label: 'Sunita Deshpande', meta: 'Dharampeth, Nagpur' },
  { value: '3', label: 'Venkatanarasimharajuvaripeta Builders & Developers Pvt Ltd', meta: 'Deshbandhu Road, Vijayawada' },
];

export function FieldsShown(): ReactNode {
  const [lead, setLead] = useState<ComboOption>();
  const [code, setCode] = useState('4170');
  const [wrong, setWrong] = useState('417033');
  const [text, setText] = useState('');
  return (
    <form className="stack gap-4" onSubmit={(event) => event.preventDefault()}>
      <FormErrors
        fields={[
          { name: 'reason', label: 'Reason' },
          { name: 'phone', label: 'Phone' },
        ]}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Field label="Site name" optional hint="As people on site call it">
          <Input placeholder="Deshmukh Residency" />
        </Field>
        <Field label="City">
          <Input className="is-focus" defaultValue="Pune" />
        </Field>
        <Field label="Reason" error="Please provide a reason for marking this lead as lost">
          <Input name="reason" />
        </Field>
        <Field label="Amount">
          <MoneyField defaultValue="1,23,456.50" />
        </Field>
        <Field label="Payment method">
          <Select>
            <option>UPI</option>
            <option>Bank Transfer</option>
          </Select>
        </Field>
        <Field label="Email">
          <Input readOnly value="asha@suryodaya.example" />
        </Field>
        <Field label="Note">
          <TextArea defaultValue="Client wants the quotation before Tuesday." />
        </Field>
        <Field label="Lead">
          <Combobox label="Lead" options={people} value={lead} onValue={setLead} />
        </Field>
        <Field label="Phone" error="Enter a 10-digit number; this one has 9">
          <PhoneField name="phone" defaultValue="98220 4173" />
        </Field>
        <Field label="Next follow-up" optional>
          <DateField />
        </Field>
        <Field label="6-digit code">
          <CodeInput value={code} onValue={setCode} />
        </Field>
        <Field label="6-digit code" error="Verification failed. 3 attempts left">
          <CodeInput value={wrong} onValue={setWrong} />
        </Field>
        <SearchField label="Name, phone, city or site" value={text} onValue={setText} shortcut="/" />
        <Field label="Disabled">
          <Input disabled value="Not now" />
        </Field>
        <ChipGroup
          label="Type of lead"
          name="type"
          defaultValue="Owner"
          options={[
            { value: 'Builder', label: 'Builder' },
            { value: 'Owner', label: 'Property Owner' },
            { value: 'Contractor', label: 'Contractor' },
            { value: 'Architect', label: 'Architect' },
            { value: 'Other', label: 'Other' },
          ]}
        />
      </div>
      <div className="row wrap gap-6">
        <Check defaultChecked>Active</Check>
        <Check>Remember this browser</Check>
        <Radio name="method" defaultChecked>
          Cash
        </Radio>
        <Radio name="method">UPI</Radio>
        <Switch defaultChecked>Everyone sees the leaderboard</Switch>
      </div>
    </form>
  );
}

type Shown = 'All' | 'New' | 'Contacted' | 'Quoted';

export function TabsShown(): ReactNode {
  const [tab, setTab] = useState<Shown>('All');
  const [view, setView] = useState<'Activity' | 'Information'>('Activity');
  return (
    <>
      <Tabs<Shown>
        label="Status"
        value={tab}
        onValue={setTab}
        tabs={[
          { value: 'All', label: 'All', count: 1128 },
          {
            value: 'New',
            label: 'New',
            count: 34,
            glyph: (
              <span className="tone-status-new">
                <Glyph fill="ring" />
              </span>
            ),
          },
          {
            value: 'Contacted',
            label: 'Contacted',
            count: 41,
            glyph: (
              <span className="tone-status-contacted">
                <Glyph fill="third" />
              </span>
            ),
          },
          {
            value: 'Quoted',
            label: 'Quoted',
            count: 29,
            glyph: (
              <span className="tone-status-quoted">
                <Glyph fill="two-thirds" />
              </span>
            ),
          },
        ]}
      />
      <div className="row wrap gap-4">
        <Segment
          label="View"
          value={view}
          onValue={setView}
          options={[
            { value: 'Activity', label: 'Activity' },
            { value: 'Information', label: 'Information' },
          ]}
        />
        <Chip icon={ListFilter} endIcon={ChevronDown}>
          Type: All
        </Chip>
        <Chip icon={ArrowDownUp} endIcon={ChevronDown}>
          Next Follow-up
        </Chip>
        <Chip on>Builder</Chip>
      </div>
    </>
  );
}

export function BadgesShown(): ReactNode {
  return (
    <>
      <div className="row wrap">
        <Badge tone="status-new" glyph={<Glyph fill="ring" />}>
          New
        </Badge>
        <Badge tone="status-contacted" glyph={<Glyph fill="third" />}>
          Contacted
        </Badge>
        <Badge tone="status-quoted" glyph={<Glyph fill="two-thirds" />}>
          Quoted
        </Badge>
        <Badge tone="status-converted" glyph={<Glyph fill="full" />}>
          Converted
        </Badge>
        <Badge tone="status-lost" glyph={<Glyph fill="crossed" />}>
          Lost
        </Badge>
      </div>
      <div className="row wrap">
        {[-3, 0, 1, 4].map((days) => (
          <DueBadge key={days} days={days} />
        ))}
      </div>
      <div className="row wrap">
        <Badge tone="role-admin">Admin</Badge>
        <Badge tone="role-sales">Sales</Badge>
        <Badge tone="role-designer">Designer</Badge>
        <Badge tone="role-marketing">Marketing</Badge>
        <Badge tone="role-finance">Finance</Badge>
      </div>
      <div className="row wrap">
        <Badge tone="bill-pending">Pending</Badge>
        <Badge tone="bill-approved">Approved</Badge>
        <Badge tone="bill-rejected">Rejected</Badge>
        <Badge tone="quote-sent">Sent</Badge>
        <Badge tone="quote-accepted">Accepted</Badge>
        <Badge>Draft</Badge>
        <Badge>Sample</Badge>
        <Count value={5} />
      </div>
      <div className="row wrap">
        <Tag>rooftop</Tag>
        <Tag onRemove={() => undefined}>diwali</Tag>
        <LiveDot live>Live</LiveDot>
        <LiveDot live={false}>Reconnecting</LiveDot>
        <SendState icon={CircleArrowUp}>Sending</SendState>
        <kbd>/</kbd>
      </div>
    </>
  );
}

export function PeopleShown(): ReactNode {
  return (
    <div className="row">
      <Avatar name="Meera Iyer" size="l" />
      <Avatar name="Imran Shaikh" />
      <Avatar name="Harpreet Singh" size="s" />
      <Avatar name="Asha Kulkarni" me />
      <span className="label">Asha Kulkarni (you)</span>
    </div>
  );
}
