import { t } from '@lingui/core/macro';
import { Pencil, Plus } from 'lucide-react';
import { type ReactNode } from 'react';
import { HideOnPastDays } from '../kit/records/past.js';
import { ExpandableCardRows } from '../kit/lists/expandable-items.js';
import { lazyPart } from '../ui/loading/code.js';
import { Badge } from '../ui/display/badge.js';
import { IconButton } from '../ui/buttons/button.js';
import { DialogButton } from '../ui/buttons/dialog-button.js';
import { useToday } from '../ui/display/figures.js';
import { dayText } from '../ui/display/format.js';
import { LazyMount, useDialogOf } from '../ui/loading/lazy-mount.js';
import { Progress } from '../ui/feedback/progress.js';
import { Card } from '../ui/layout/surface.js';
import { translated } from '../words/i18n.js';
import type { CustomerProps } from './opened-customer.js';
import type { Project } from './project-dialog.js';

const ProjectDialog = lazyPart(() => import('./project-dialog.js'));

/** Projects of a customer, newest first. */
export function CustomerProjects({ customer }: CustomerProps): ReactNode {
  const { item: projectId, openFor: openProject, dialog } = useDialogOf<string>();
  const project = customer.projects.find((each) => each.projectId === projectId);
  return (
    <Card
      title={t`Projects`}
      headerEnd={
        <HideOnPastDays>
          <DialogButton
            icon={Plus}
            dialog={(state) => <ProjectDialog customer={customer} {...state} />}
          >
            {t`Add Project`}
          </DialogButton>
        </HideOnPastDays>
      }
    >
      <ExpandableCardRows
        items={customer.projects}
        noun="project"
        emptyText={t`No projects yet. Add the work that was sold.`}
      >
        {(each) => (
          <ProjectLine
            key={each.projectId}
            project={each}
            onUpdate={() => openProject(each.projectId)}
          />
        )}
      </ExpandableCardRows>
      <LazyMount when={dialog.open}>
        {project && (
          <ProjectDialog key={projectId} customer={customer} project={project} {...dialog} />
        )}
      </LazyMount>
    </Card>
  );
}

function ProjectLine({ project, onUpdate }: { project: Project; onUpdate: () => void }): ReactNode {
  const today = useToday();
  const {
    name,
    description,
    status,
    startsOn,
    endsOn,
    estimatedCompletionOn,
    progressPercent,
    assignedTo,
  } = project;
  const facts = [
    startsOn && t`from ${dayText(startsOn, today)}`,
    endsOn && t`to ${dayText(endsOn, today)}`,
    estimatedCompletionOn && t`estimated ${dayText(estimatedCompletionOn, today)}`,
    assignedTo?.name,
  ].filter(Boolean);
  return (
    <li className="px-4 py-3">
      <div className="row items-start">
        <span className="label font-medium line-clamp-2 min-w-0 wrap-anywhere grow" title={name}>
          {name}
        </span>
        <Badge>{translated(status)}</Badge>
        <HideOnPastDays>
          <IconButton
            icon={Pencil}
            label={t`Update ${name}`}
            onClick={onUpdate}
            className="-my-2 -mr-2"
          />
        </HideOnPastDays>
      </div>
      {description && (
        <p className="label text-ink-2 line-clamp-2 min-w-0 wrap-anywhere">{description}</p>
      )}
      {facts.length > 0 && <p className="meta first-letter:uppercase">{facts.join(', ')}</p>}
      <div className="mt-2">
        <Progress label={t`Progress`} percent={progressPercent} />
      </div>
    </li>
  );
}
