import type { ReactNode } from 'react';
import type { CommandInput } from '#domain/commands.js';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { DecisionDialog, useDecision } from '../shared/decision.js';
import { useTeam } from '../shared/team.js';
import { useKeptValues } from '../shared/use-kept-values.js';
import { Combobox } from '../ui/combobox.js';
import { Field } from '../ui/field.js';
import { DateField, Input, Select, TextArea } from '../ui/input.js';
import { projectStatuses } from './labels.js';

type Project = CustomerDetail['projects'][number];
interface Values extends Readonly<Record<string, string>> {
  readonly name: string;
  readonly description: string;
  readonly status: string;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly estimatedCompletionOn: string;
  readonly progress: string;
  readonly assignedTo: string;
}

const valuesOf = (project: Project | undefined): Values => ({
  name: project?.name ?? '',
  description: project?.description ?? '',
  status: project?.status ?? 'Planning',
  startsOn: project?.startsOn ?? '',
  endsOn: project?.endsOn ?? '',
  estimatedCompletionOn: project?.estimatedCompletionOn ?? '',
  progress: String(project?.progressPercent ?? 0),
  assignedTo: project?.assignedTo?.id ?? '',
});

/** What is no number is 0; one below 0, above 100 or between two is a mistake. */
const progressIn = (typed: string): number => (Number.isNaN(Number(typed)) ? 0 : Number(typed));
const isProgress = (percent: number): boolean => Number.isInteger(percent) && percent >= 0 && percent <= 100;

interface ProjectDialogProps {
  customer: CustomerDetail;
  /** Undefined: a new one. */
  project: Project | undefined;
  open: boolean;
  onClose: () => void;
}

/** What is built, by whom, until when, and how far it is. */
export default function ProjectDialog({ customer: { customerId, name }, project, open, onClose }: ProjectDialogProps): ReactNode {
  const { id, values, typed, set, done, renew } = useKeptValues<Values>(`project-${project?.projectId ?? customerId}`, valuesOf(project));
  const decision = useDecision(project ? 'Failed to update project' : 'Failed to add project', done, onClose);
  const { errors } = decision;
  const input = (field: keyof Values & string) => ({
    value: values[field] ?? '',
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value }),
  });

  const save = (): Promise<void> => {
    const progress = progressIn(values.progress);
    const wrong = {
      name: values.name.trim() === '' ? 'Project name is required' : undefined,
      progressPercent: !isProgress(progress) ? 'Enter a whole number from 0 to 100' : undefined,
      endsOn: values.startsOn && values.endsOn && values.endsOn < values.startsOn ? 'The end date cannot be before the start date.' : undefined,
    };
    const empty = project ? null : undefined;
    const all = {
      name: values.name.trim(),
      description: values.description.trim() || empty,
      status: values.status,
      startsOn: values.startsOn || empty,
      endsOn: values.endsOn || empty,
      estimatedCompletionOn: values.estimatedCompletionOn || empty,
      progressPercent: progress,
      assignedTo: values.assignedTo || empty,
    };
    // what was not touched is left to whoever changes it meanwhile
    const touched = (field: string): boolean => (field === 'progressPercent' ? 'progress' : field) in typed;
    const changed = Object.fromEntries(Object.entries(all).filter(([field]) => touched(field)));
    const data = { customerId, projectId: project?.projectId ?? id, ...(project ? changed : all) };
    return decision.decide(project ? 'UpdateProject' : 'AddProject', data as CommandInput<'AddProject'>, {
      wrong,
      refused: { 'project-exists': renew },
    });
  };

  return (
    <DecisionDialog
      decision={decision}
      open={open}
      onClose={onClose}
      title={project ? 'Update Project' : 'Add Project'}
      description={name}
      act={project ? 'Update Project' : 'Add Project'}
      onAct={() => void save()}
    >
      <Field label="Project name" error={errors['name']}>
        <Input {...input('name')} maxLength={120} autoComplete="off" />
      </Field>
      <div className="two">
        <Field label="Status" error={errors['status']}>
          <Select {...input('status')}>
            {projectStatuses.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </Select>
        </Field>
        <Field label="Progress, %" error={errors['progressPercent']}>
          <Input {...input('progress')} inputMode="numeric" maxLength={3} className="num text-right" />
        </Field>
        <Field label="Start date" optional error={errors['startsOn']}>
          <DateField {...input('startsOn')} />
        </Field>
        <Field label="End date" optional error={errors['endsOn']}>
          <DateField {...input('endsOn')} min={values.startsOn || undefined} />
        </Field>
        <Field label="Estimated completion" optional error={errors['estimatedCompletionOn']}>
          <DateField {...input('estimatedCompletionOn')} />
        </Field>
        <Assignee value={values.assignedTo} onValue={(assignedTo) => set({ assignedTo })} error={errors['assignedTo']} />
      </div>
      <Field label="Description" optional error={errors['description']}>
        <TextArea {...input('description')} rows={2} maxLength={2_000} />
      </Field>
    </DecisionDialog>
  );
}

interface AssigneeProps {
  value: string;
  onValue: (memberId: string) => void;
  error: string | undefined;
}

function Assignee({ value, onValue, error }: AssigneeProps): ReactNode {
  const team = useTeam();
  const options = [{ value: '', label: 'Nobody' }, ...(team.data?.members ?? []).map(({ memberId, name }) => ({ value: memberId, label: name }))];
  return (
    <Field label="Assigned to" optional error={error}>
      <Combobox
        label="Assigned to"
        options={options}
        value={options.find((option) => option.value === value)}
        onValue={(option) => onValue(option.value)}
      />
    </Field>
  );
}
