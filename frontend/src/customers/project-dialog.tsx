import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { projectStatuses, type ProjectStatus } from '#domain/customers/customer.values.js';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { isBlank } from '#domain/kernel/texts/text-folding.js';
import { CommandDialog, FormField } from '../kit/forms/command-dialog.js';
import { readNumber, textFieldValues } from '../kit/forms/command-input.js';
import { MemberField } from '../kit/team/member-field.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';
import { DateField } from '../ui/dates/date-field.js';
import { Input, Select, TextArea } from '../ui/inputs/input.js';
import { choicesOf } from '../words/i18n.js';
import type { CustomerProps } from './opened-customer.js';

export type Project = CustomerDetail['projects'][number];

const valuesOf = (project: Project | undefined) => ({
  ...textFieldValues(project, 'name', 'description'),
  status: project?.status ?? ('Planning' as ProjectStatus),
  ...textFieldValues(project, 'startsOn', 'endsOn', 'estimatedCompletionOn'),
  progressPercent: String(project?.progressPercent ?? 0),
  assignedTo: project?.assignedTo?.id ?? '',
});

interface ProjectDialogProps extends DialogState, CustomerProps {
  /** Edited project; left out to add one. */
  project?: Project;
}

/** Adds a project, or updates one. */
export default function ProjectDialog({
  customer: { customerId, name },
  project,
  open,
  onClose,
}: ProjectDialogProps): ReactNode {
  const form = useCommandForm(project ? 'UpdateProject' : 'AddProject', {
    draft: `project-${project?.projectId ?? customerId}`,
    newIdField: project ? undefined : 'projectId',
    untypedFields: { customerId, ...(project && { projectId: project.projectId }) },
    values: valuesOf(project),
    edits: project && {},
    failed: project ? t`Failed to update project` : t`Failed to add project`,
    onDone: onClose,
  });
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={project ? t`Update Project` : t`Add Project`}
      description={name}
    >
      <FormField form={form} name="name" label={t`Project name`} autoComplete="off" />
      <div className="two">
        <FormField
          form={form}
          name="status"
          label={t`Status`}
          as={Select}
          options={choicesOf(projectStatuses)}
        />
        <FormField
          form={form}
          name="progressPercent"
          label={t`Progress, %`}
          as={Input}
          inputMode="numeric"
          className="num text-right"
          // text that is no number becomes 0
          setValueAs={(typed: string) =>
            isBlank(typed) || readNumber(typed) !== undefined ? typed : '0'
          }
        />
        <FormField form={form} name="startsOn" label={t`Start date`} as={DateField} />
        <FormField form={form} name="endsOn" label={t`End date`} as={DateField} />
        <FormField
          form={form}
          name="estimatedCompletionOn"
          label={t`Estimated completion`}
          as={DateField}
        />
        <MemberField form={form} nobody={t`Nobody`} />
      </div>
      <FormField form={form} name="description" as={TextArea} rows={2} />
    </CommandDialog>
  );
}
