import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { OfferItem } from '#domain/catalogue/catalogue.views.js';
import type { FileKind } from '#domain/kernel/files/files.js';
import { quantities } from '#domain/kernel/values/quantities.js';
import { foldText, isBlank } from '#domain/kernel/texts/text-folding.js';
import { FormField } from '../../kit/forms/command-dialog.js';
import { textFieldValues, lengthError } from '../../kit/forms/command-input.js';
import { type CommandForm, useCommandForm } from '../../kit/forms/use-command-form.js';
import { Button } from '../../ui/buttons/button.js';
import { Checkbox, Chip } from '../../ui/inputs/choice.js';
import { Field } from '../../ui/inputs/field.js';
import { Input, TextArea } from '../../ui/inputs/input.js';
import { CategoryField } from '../categories/category-field.js';
import { TagBadges } from '../item-card.js';
import { ItemForm, type ItemFieldsProps, type UseItemForm } from './item-form.js';
import { ItemPreview } from './item-preview.js';
import { OfferFile, OfferFileField } from './offer-file.js';
import { useUpload } from './use-upload.js';
import { FormColumns, FormSection } from '../../kit/forms/form-page.js';

const valuesOf = (offer?: OfferItem) => ({
  fileId: offer?.fileId ?? '',
  fileType: (offer?.fileType ?? 'image') as FileKind,
  ...textFieldValues(offer, 'title', 'description', 'categoryId'),
  isActive: offer?.status !== 'Inactive',
  tags: [...(offer?.tags ?? [])],
  // typed beside the fields of the command
  beside: { newCategory: '', tag: '' },
});
type Values = ReturnType<typeof valuesOf>;

function textOf(field: keyof Values, values: Values): string {
  if (field === 'isActive') return values.isActive ? t`Active` : t`Inactive`;
  if (field === 'tags') return values.tags.join(', ') || t`None`;
  if (field === 'fileId') return t`Another file`;
  return String(values[field] || t`None`);
}

const useOfferForm: UseItemForm<Values> = (offerId, options) =>
  useCommandForm(offerId ? 'EditOffer' : 'AddOffer', {
    ...options,
    ...(offerId ? { untypedFields: { offerId } } : { untypedFields: {}, newIdField: 'offerId' }),
  });

/** `/offers/new` and `/offers/{id}/edit`. */
export default function OfferFormPage(): ReactNode {
  return (
    <ItemForm
      kind="offer"
      valuesOf={valuesOf}
      useForm={useOfferForm}
      Fields={OfferFields}
      textOf={textOf}
    />
  );
}

function OfferFields({ form, stored, pendingUpload }: ItemFieldsProps<'offer', Values>): ReactNode {
  const { fileId, fileType, title, description, tags, isActive } = form.watchAll();
  const upload = useUpload(pendingUpload, fileId, (uploaded, kind) => {
    form.set('fileType', kind);
    form.set('fileId', uploaded);
  });
  return (
    <FormColumns>
      <FormSection>
        <OfferFileField
          hasFile={fileId !== ''}
          upload={upload}
          error={form.error('fileId') ?? form.error('fileType')}
        />
        <FormField form={form} name="title" autoComplete="off" />
        <FormField form={form} name="description" as={TextArea} rows={4} />
        <CategoryField form={form} kind="offer" storedName={stored?.category} />
        <TagsField form={form} />
        <Checkbox
          label={t`Active`}
          hint={t`What is active can be shared.`}
          checked={isActive}
          onChecked={(checked) => form.set('isActive', checked)}
        />
      </FormSection>
      <ItemPreview
        title={title || t`Title`}
        description={description}
        cover={
          <OfferFile
            fileId={fileId}
            fileType={fileType}
            file={upload.file}
            title={title || t`Preview`}
          />
        }
      >
        {tags.length > 0 && (
          <p className="row wrap gap-1.5">
            <TagBadges tags={tags} />
          </p>
        )}
      </ItemPreview>
    </FormColumns>
  );
}

/** Tags without duplicates, ignoring case and accents. Typed text becomes a tag on blur. */
function TagsField({ form }: { form: CommandForm<Values> }): ReactNode {
  const { tags, beside } = form.watchAll();
  const setTags = (next: string[]): void => form.set('tags', next);
  const setTypedTag = (tag: string): void => form.set('beside', { ...form.get('beside'), tag });
  const tooLongError = lengthError('AddOffer', 'tags', [...tags, beside.tag]);
  const isFull = tags.length >= quantities.tagsOfOffer;
  const add = (): void => {
    const tag = beside.tag.trim();
    setTypedTag('');
    if (!isBlank(tag) && !tags.some((other) => foldText(other) === foldText(tag)))
      setTags([...tags, tag]);
  };
  return (
    <div className="stack gap-2">
      <Field
        label={t`Tags`}
        optional
        error={form.error('tags') ?? tooLongError}
        hint={isFull && t`An offer can have ${quantities.tagsOfOffer} tags at most`}
      >
        <div className="row">
          <Input
            value={beside.tag}
            autoComplete="off"
            enterKeyHint="enter"
            disabled={isFull}
            onChange={({ target }) => setTypedTag(target.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Button kind="soft" disabled={isFull} onClick={add}>
            {t`Add`}
          </Button>
        </div>
      </Field>
      {tags.length > 0 && (
        <ul className="row wrap gap-2" aria-label={t`Tags`}>
          {tags.map((tag) => (
            <li key={tag}>
              <Chip
                on
                aria-label={t`Remove tag ${tag}`}
                onClick={() => setTags(tags.filter((other) => other !== tag))}
              >
                {tag}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
