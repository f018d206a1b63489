import { t } from '@lingui/core/macro';
import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ProductItem } from '#domain/catalogue/catalogue.views.js';
import { youtubeVideoId } from '#domain/catalogue/youtube.js';
import { quantities } from '#domain/kernel/values/quantities.js';
import { gstRatesOn } from '#domain/quotations/gst-rates.js';
import { FormField } from '../../kit/forms/command-dialog.js';
import { textFieldValues } from '../../kit/forms/command-input.js';
import type { ChosenFile } from '../../kit/capture/use-photos.js';
import { FormColumns, FormSection } from '../../kit/forms/form-page.js';
import { useCommandForm } from '../../kit/forms/use-command-form.js';
import { readAmount } from '#domain/kernel/values/amounts.js';
import { amountText, exactPercent } from '../../ui/display/format.js';
import { Icon } from '../../ui/display/icon.js';
import { Input, MoneyField, Select, TextArea } from '../../ui/inputs/input.js';
import { optionsOf } from '../../words/i18n.js';
import { CategoryField } from '../categories/category-field.js';
import { ImagesField } from './images-field.js';
import { ItemForm, type ItemFieldsProps, type UseItemForm } from './item-form.js';
import { ItemPreview } from './item-preview.js';
import { unitNames } from '../../kit/texts/unit-names.js';

const valuesOf = (product?: ProductItem) => ({
  ...textFieldValues(product, 'name', 'description'),
  imageFileIds: [...(product?.imageFileIds ?? [])],
  youtubeLink: product?.youtubeLink ?? '',
  mrpPaise: product ? amountText(product.mrpPaise) : '',
  livePricePaise: product ? amountText(product.livePricePaise) : '',
  minDiscountBasisPoints: amountText(product?.minDiscountBasisPoints ?? 0),
  maxDiscountBasisPoints: amountText(product?.maxDiscountBasisPoints ?? 0),
  unit: product?.unit ?? 'piece',
  hsn: product?.hsn ?? '',
  gstRateBasisPoints: String(product?.gstRateBasisPoints ?? ''),
  categoryId: product?.categoryId ?? '',
  files: [] as readonly ChosenFile[],
  // typed beside the fields of the command
  beside: { newCategory: '' },
});

type Values = ReturnType<typeof valuesOf>;

const useProductForm: UseItemForm<Values> = (productId, options) =>
  useCommandForm(productId ? 'EditProduct' : 'AddProduct', {
    ...options,
    whenEmpty: { minDiscountBasisPoints: 0, maxDiscountBasisPoints: 0 },
    ...(productId
      ? { untypedFields: { productId } }
      : { untypedFields: {}, newIdField: 'productId' }),
  });

/** `/products/new` and `/products/{id}/edit`. */
export default function ProductFormPage(): ReactNode {
  return (
    <ItemForm
      kind="product"
      valuesOf={valuesOf}
      useForm={useProductForm}
      Fields={ProductFields}
      labels={{ files: t`Images` }}
    />
  );
}

function ProductFields({ form, stored }: ItemFieldsProps<'product', Values>): ReactNode {
  const fileIds = form.watch('imageFileIds');
  const files = form.watch('files');
  const mrpPaise = readAmount(form.watch('mrpPaise')).hundredths ?? 0;
  const livePricePaise = readAmount(form.watch('livePricePaise')).hundredths ?? 0;
  return (
    <FormColumns>
      <FormSection>
        <FormField form={form} name="name" autoComplete="off" />
        <FormField form={form} name="description" as={TextArea} rows={4} />
        <ImagesField
          fileIds={fileIds}
          files={files}
          max={quantities.imagesOfProduct}
          form={form}
          error={form.error('imageFileIds') ?? form.error('files')}
          onChange={(change) => {
            const images = change({
              fileIds: form.get('imageFileIds'),
              files: form.get('files'),
            });
            form.set('imageFileIds', [...images.fileIds]);
            form.set('files', images.files);
          }}
        />
        <FormField form={form} name="youtubeLink" inputMode="url" autoComplete="off" />
        <VideoPreview link={form.watch('youtubeLink')} />
        <div className="two">
          <FormField form={form} name="mrpPaise" label="MRP" as={MoneyField} />
          <FormField form={form} name="livePricePaise" as={MoneyField} />
        </div>
        <div className="two">
          <FormField
            form={form}
            name="minDiscountBasisPoints"
            label={t`Minimum discount (%)`}
            as={Input}
            inputMode="decimal"
            className="num"
          />
          <FormField
            form={form}
            name="maxDiscountBasisPoints"
            label={t`Maximum discount (%)`}
            as={Input}
            inputMode="decimal"
            className="num"
          />
        </div>
        <FormField form={form} name="unit" as={Select} options={optionsOf(unitNames)} />
        <div className="two">
          <FormField form={form} name="hsn" inputMode="numeric" className="num" />
          <FormField
            form={form}
            name="gstRateBasisPoints"
            as={Select}
            options={[
              { value: '', label: t`Not set` },
              ...gstRatesOn(form.today, form.watch('hsn')).map((rate) => ({
                value: String(rate),
                label: exactPercent(rate),
              })),
            ]}
          />
        </div>
        <CategoryField form={form} kind="product" storedName={stored?.category} />
      </FormSection>
      <ItemPreview
        title={form.watch('name') || t`Name`}
        description={form.watch('description')}
        price={{ livePricePaise, mrpPaise, unit: form.watch('unit') }}
        fileIds={fileIds}
        files={files}
      />
    </FormColumns>
  );
}

const videoFrameClass =
  'grid aspect-video w-full place-items-center overflow-hidden rounded-card bg-sunken';

/** Preview of the linked video, which requests nothing from YouTube before it is pressed. */
function VideoPreview({ link }: { link: string }): ReactNode {
  const videoId = youtubeVideoId(link);
  const [playingId, setPlayingId] = useState<string>();
  if (!videoId) return null;
  if (playingId === videoId)
    return (
      <div className={videoFrameClass}>
        <iframe
          className="size-full"
          src={`https://www.youtube-nocookie.com/embed/${videoId}`}
          title={t`Product video`}
          allow="fullscreen; encrypted-media"
        />
      </div>
    );
  return (
    <button type="button" className={videoFrameClass} onClick={() => setPlayingId(videoId)}>
      <span className="stack items-center gap-2">
        <Icon icon={Play} size="l" />
        <span className="label">{t`Play video from YouTube`}</span>
      </span>
    </button>
  );
}
