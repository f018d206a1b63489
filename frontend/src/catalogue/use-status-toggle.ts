import { t } from '@lingui/core/macro';
import { Pause, Play } from 'lucide-react';
import { itemNames } from '#domain/catalogue/item-names.js';
import { invalidateViews } from '../lib/query-client.js';
import { useCommand } from '../kit/commands/use-command.js';
import type { IconType } from '../ui/display/icon.js';
import { toast } from '../ui/feedback/toast.js';
import { itemText } from './item-texts.js';
import { type CatalogueItem, refTo, viewsOf } from './items.js';

interface StatusToggle {
  readonly label: string;
  readonly icon: IconType;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly toggle: () => void;
}

/** Pauses or resumes an item at once; a refusal becomes a toast. */
export function useStatusToggle({ kind, id, title, status }: CatalogueItem): StatusToggle {
  const { pause, resume } = itemNames[kind];
  const isActive = status === 'Active';
  const { send, busy, disabled } = useCommand(isActive ? pause : resume, {
    failed: itemText('toggleFailed', kind),
    onFailed: (text) => toast({ tone: 'bad', text }),
    // busy until the row shows the new status: before that, a second press would send the same
    // command
    onDone: () => invalidateViews(viewsOf[kind]),
  });
  return {
    label: isActive ? t`Pause ${title}` : t`Resume ${title}`,
    icon: isActive ? Pause : Play,
    busy,
    disabled,
    toggle: () => send(refTo(kind, id)),
  };
}
