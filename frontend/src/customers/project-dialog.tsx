import { t } from '@lingui/core/macro';
import type { ComponentProps, ReactNode } from 'react';
import { projectStatuses, type ProjectStatus } from '#domain/customers/customer.values.js';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { CommandDialog, FormField } from '../shared/command-dialog.js';
import { MemberField } from '../shared/member-field.js';
import { useCommandForm } from '../shared/use-command-form.js';
import { DateField, Input, Select, TextArea } from '../ui/input.js';
import { choicesOf } from '../words/i18n.js';

type Project = CustomerDetail['projects'][number];

const planning: ProjectStatus = 'Planning';
const valuesOf = (project: Project | undefined) => ({
  name: project?.name ?? '',
  description: project?.description ?? '',
  status: project?.status ?? planning,
  startsOn: project?.startsOn ?? '',
  endsOn: project?.endsOn ?? '',
  estimatedCompletionOn: project?.estimatedCompletionOn ?? '',
  progressPercent: String(project?.progressPercent ?? 0),
  assignedTo: project?.assignedTo?.id ?? '',
});

/** What is no number is 0. */
const progressIn = (typed: string): string => (Number.isNaN(Number(typed)) ? '0' : typed);

interface ProjectDialogProps {
  customer: CustomerDetail;
  open: boolean;
  onClose: () => void;
}

/** What is built, by whom, until when, and how far it is. */
export function AddProjectDialog({ customer, open, onClose }: ProjectDialogProps): ReactNode {
  const { customerId } = customer;
  const form = useCommandForm('AddProject', {
    draft: `project-${customerId}`,
    makes: 'projectId',
    about: { customerId },
    values: valuesOf(undefined),
    failed: t`Failed to add project`,
    onDone: onClose,
  });
  return <ProjectForm form={form} open={open} onClose={onClose} title={t`Add Project`} description={customer.name} />;
}

export function UpdateProjectDialog({ customer, project, open, onClose }: ProjectDialogProps & { project: Project }): ReactNode {
  const { projectId } = project;
  const form = useCommandForm('UpdateProject', {
    draft: `project-${projectId}`,
    about: { customerId: customer.customerId, projectId },
    values: valuesOf(project),
    edits: {},
    failed: t`Failed to update project`,
    onDone: onClose,
  });
  return <ProjectForm form={form} open={open} onClose={onClose} title={t`Update Project`} description={customer.name} />;
}

function ProjectForm(dialog: Omit<ComponentProps<typeof CommandDialog<ReturnType<typeof valuesOf>>>, 'children'>): ReactNode {
  const { form } = dialog;
  return (
    <CommandDialog {...dialog}>
      <FormField form={form} name="name" label={t`Project name`} autoComplete="off" />
      <div className="two">
        <FormField form={form} name="status" label={t`Status`} as={Select} options={choicesOf(projectStatuses)} />
        <FormField
          form={form}
          name="progressPercent"
          label={t`Progress, %`}
          as={Input}
          inputMode="numeric"
          className="num text-right"
          setValueAs={progressIn}
        />
        <FormField form={form} name="startsOn" label={t`Start date`} as={DateField} />
        <FormField form={form} name="endsOn" label={t`End date`} as={DateField} />
        <FormField form={form} name="estimatedCompletionOn" label={t`Estimated completion`} as={DateField} />
        <MemberField form={form} nobody={t`Nobody`} />
      </div>
      <FormField form={form} name="description" as={TextArea} rows={2} />
    </CommandDialog>
  );
}
