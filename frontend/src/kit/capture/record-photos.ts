import type { CommandForm } from '../forms/use-command-form.js';
import type { Undo } from '../commands/undo.js';
import { type ChosenFile, MAX_PHOTOS, maxPhotosText, insertAt } from './use-photos.js';

/** Photos that the edited record keeps. */
export interface RecordPhotos {
  readonly fileIds: readonly string[];
  readonly remove: (fileId: string) => Undo;
}

type WithPhotos = {
  readonly photoFileIds: readonly string[];
  readonly files: readonly ChosenFile[];
};

/** Photos of the form's record, which the form can remove. */
export const recordPhotos = <Values extends WithPhotos>(
  form: CommandForm<Values>,
): RecordPhotos => ({
  fileIds: form.watch('photoFileIds'),
  remove: (fileId) => {
    const set = (fileIds: readonly string[]): void =>
      form.set('photoFileIds', fileIds as Values['photoFileIds']);
    const before = form.get('photoFileIds');
    set(before.filter((other) => other !== fileId));
    return () => {
      const others = form.get('photoFileIds');
      if (others.length + form.get('files').length >= MAX_PHOTOS) return maxPhotosText(MAX_PHOTOS);
      set(insertAt(others, fileId, before.indexOf(fileId)));
      return undefined;
    };
  },
});
