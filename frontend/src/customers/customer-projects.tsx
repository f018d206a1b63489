import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Pencil, Plus } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { FirstFew } from '../shared/first-few.js';
import { Badge } from '../ui/badge.js';
import { Button, IconButton } from '../ui/button.js';
import { useToday } from '../ui/figures.js';
import { dayText } from '../ui/format.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { Progress } from '../ui/states.js';
import { CardHead } from '../ui/surface.js';
import { translated } from '../words/i18n.js';

const AddProjectDialog = lazy(async () => ({ default: (await import('./project-dialog.js')).AddProjectDialog }));
const UpdateProjectDialog = lazy(async () => ({ default: (await import('./project-dialog.js')).UpdateProjectDialog }));
type Project = CustomerDetail['projects'][number];

/** The work that was sold, the newest first. */
export function CustomerProjects({ customer }: { customer: CustomerDetail }): ReactNode {
  const [adding, setAdding] = useState(false);
  const [updating, setUpdating] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const { projects } = customer;
  const project = projects.find(({ projectId }) => projectId === chosen);
  return (
    <section className="card" aria-labelledby="customer-projects">
      <CardHead title={t`Projects`} id="customer-projects">
        <Button icon={Plus} onClick={() => setAdding(true)}>
          <Trans>Add Project</Trans>
        </Button>
      </CardHead>
      {projects.length === 0 && (
        <p className="card-b pt-1.5 label text-ink-2">
          <Trans>No projects yet. Add the work that was sold.</Trans>
        </p>
      )}
      <FirstFew items={projects} what="project">
        {(shown) => (
          <ul className="rows pb-2">
            {shown.map((project) => (
              <Line
                key={project.projectId}
                project={project}
                onUpdate={() => {
                  setChosen(project.projectId);
                  setUpdating(true);
                }}
              />
            ))}
          </ul>
        )}
      </FirstFew>
      <LazyMount when={adding}>
        <AddProjectDialog customer={customer} open={adding} onClose={() => setAdding(false)} />
      </LazyMount>
      <LazyMount when={updating}>
        {project && <UpdateProjectDialog key={chosen} customer={customer} project={project} open={updating} onClose={() => setUpdating(false)} />}
      </LazyMount>
    </section>
  );
}

function Line({ project, onUpdate }: { project: Project; onUpdate: () => void }): ReactNode {
  const today = useToday();
  const { name, description, status, startsOn, endsOn, estimatedCompletionOn, progressPercent, assignedTo } = project;
  const days = [
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
        <IconButton icon={Pencil} label={t`Update ${name}`} onClick={onUpdate} className="-my-2 -mr-2" />
      </div>
      {description && <p className="label text-ink-2 line-clamp-2 min-w-0 wrap-anywhere">{description}</p>}
      {days.length > 0 && <p className="meta first-letter:uppercase">{days.join(', ')}</p>}
      <div className="mt-2">
        <Progress label={t`Progress`} percent={progressPercent} />
      </div>
    </li>
  );
}
