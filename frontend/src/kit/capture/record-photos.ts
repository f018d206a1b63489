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
    const setFileIds = (fileIds: readonly string[]): void =>
      form.set('photoFileIds', fileIds as Values['photoFileIds']);
    const fileIdsBefore = form.get('photoFileIds');
    setFileIds(fileIdsBefore.filter((other) => other !== fileId));
    return () => {
      const currentFileIds = form.get('photoFileIds');
      if (currentFileIds.length + form.get('files').length >= MAX_PHOTOS)
        return maxPhotosText(MAX_PHOTOS);
      setFileIds(insertAt(currentFileIds, fileId, fileIdsBefore.indexOf(fileId)));
      return undefined;
    };
  },
});
