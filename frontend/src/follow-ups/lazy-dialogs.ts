import { lazyPart } from '../ui/loading/code.js';

export const ScheduleDialog = lazyPart(async () => ({
  default: (await import('./follow-up-dialogs.js')).ScheduleDialog,
}));
export const CancelDialog = lazyPart(async () => ({
  default: (await import('./follow-up-dialogs.js')).CancelDialog,
}));
