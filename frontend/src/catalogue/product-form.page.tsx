import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { units } from '#domain/catalogue/catalogue.values.js';
import type { ProductItem } from '#domain/catalogue/catalogue.views.js';
import { quantities } from '#domain/kernel/quantities.js';
import { get } from '../lib/api.js';
import { queryClient } from '../lib/query-client.js';
import { FormField } from '../shared/command-dialog.js';
import { ConflictNotice } from '../shared/conflict-notice.js';
import { FormPage } from '../shared/form-page.js';
import { RecordPage } from '../shared/record-page.js';
import { type CommandForm, useCommandForm } from '../shared/use-command-form.js';
import type { ChosenFile } from '../shared/use-photos.js';
import { amountText, parseAmount } from '../ui/format.js';
import { Input, MoneyField, Select, TextArea } from '../ui/input.js';
import { translated } from '../words/i18n.js';
import { CategoryField } from './category-field.js';
import { ImagesField } from './images-field.js';
import { ItemPreview } from './item-preview.js';
import { ManagersOnly } from './managers-only.js';
import { VideoPreview } from './video-preview.js';
import './catalogue.css';

const back = () => ({ to: '/products', label: t`Back to products` });

const valuesOf = (product?: ProductItem) => ({
  name: product?.name ?? '',
  description: product?.description ?? '',
  imageFileIds: [...(product?.imageFileIds ?? [])],
  youtubeLink: product?.youtubeLink ?? '',
  mrpPaise: product ? amountText(product.mrpPaise) : '',
  livePricePaise: product ? amountText(product.livePricePaise) : '',
  minDiscountBasisPoints: amountText(product?.minDiscountBasisPoints ?? 0),
  maxDiscountBasisPoints: amountText(product?.maxDiscountBasisPoints ?? 0),
  unit: product?.unit ?? 'piece',
  categoryId: product?.categoryId ?? '',
  files: [] as readonly ChosenFile[],
});
type Values = ReturnType<typeof valuesOf>;

/** `/products/new` and `/products/{id}/edit`. */
export default function ProductFormPage(): ReactNode {
  const { productId } = useParams();
  return (
    <ManagersOnly of="product">{productId === undefined ? <NewProduct /> : <OpenedProduct key={productId} productId={productId} />}</ManagersOnly>
  );
}

const keyOf = (productId: string) => ['product', productId] as const;
const fetched = (productId: string, signal?: AbortSignal) => get<ProductItem>(`/api/products/${productId}`, {}, { signal });

function OpenedProduct({ productId }: { productId: string }): ReactNode {
  const product = useQuery({
    queryKey: keyOf(productId),
    queryFn: ({ signal }) => fetched(productId, signal),
    refetchOnMount: 'always',
    meta: { views: ['products'], kept: true },
  });
  return (
    <RecordPage
      what="product"
      list="/products"
      record={product.data}
      query={product}
      anew
      failed={t`Failed to load product`}
      missing={t`It was deleted, or there never was one.`}
    >
      {(now) => <EditProduct now={now} />}
    </RecordPage>
  );
}

function NewProduct(): ReactNode {
  const navigate = useNavigate();
  const form = useCommandForm('AddProduct', {
    draft: 'new-product',
    makes: 'productId',
    about: {},
    values: valuesOf(),
    failed: t`Failed to save product`,
    onDone: () => navigate('/products', { replace: true }),
  });
  return (
    <FormPage form={form} title={t`New product`} back={back()}>
      <ProductFields form={form} />
    </FormPage>
  );
}

function EditProduct({ now }: { now: ProductItem }): ReactNode {
  const navigate = useNavigate();
  const { productId, revision } = now;
  const form = useCommandForm('EditProduct', {
    draft: `product-${productId}`,
    about: { productId },
    values: valuesOf(now),
    edits: {
      revision,
      refresh: async () => {
        const fresh = await fetched(productId);
        queryClient.setQueryData(keyOf(productId), fresh);
        return { values: valuesOf(fresh), revision: fresh.revision };
      },
    },
    failed: t`Failed to save product`,
    onDone: () => navigate('/products', { replace: true }),
  });
  return (
    <FormPage
      form={form}
      title={t`Edit product`}
      back={back()}
      notice={<ConflictNotice form={form} now={valuesOf(now)} says={(name) => t`${name} changed this product while you were typing.`} />}
    >
      <ProductFields form={form} category={now.category} />
    </FormPage>
  );
}

function ProductFields({ form, category }: { form: CommandForm<Values>; category?: string }): ReactNode {
  const [fileIds, files, link, unit] = [form.watch('imageFileIds'), form.watch('files'), form.watch('youtubeLink'), form.watch('unit')];
  const [mrpPaise, livePricePaise] = [parseAmount(form.watch('mrpPaise')) ?? 0, parseAmount(form.watch('livePricePaise')) ?? 0];
  return (
    <div className="form-page-grid">
      <div className="sec">
        <FormField form={form} name="name" label={t`Name`} autoComplete="off" />
        <FormField form={form} name="description" label={t`Description`} as={TextArea} rows={4} />
        <ImagesField
          fileIds={fileIds}
          files={files}
          most={quantities.imagesOfProduct}
          error={form.error('imageFileIds') ?? form.error('files')}
          onChange={(ids, chosen) => {
            form.set('imageFileIds', [...ids]);
            form.set('files', chosen);
          }}
        />
        <FormField form={form} name="youtubeLink" label={t`YouTube link`} inputMode="url" autoComplete="off" />
        <VideoPreview link={link} />
        <div className="two">
          <FormField form={form} name="mrpPaise" label="MRP" as={MoneyField} />
          <FormField form={form} name="livePricePaise" label={t`Live price`} as={MoneyField} />
        </div>
        <div className="two">
          <FormField form={form} name="minDiscountBasisPoints" label={t`Minimum discount (%)`} as={Input} inputMode="decimal" className="num" />
          <FormField form={form} name="maxDiscountBasisPoints" label={t`Maximum discount (%)`} as={Input} inputMode="decimal" className="num" />
        </div>
        <FormField form={form} name="unit" label={t`Unit`} as={Select}>
          {units.map((each) => (
            <option key={each} value={each}>
              {translated(each)}
            </option>
          ))}
        </FormField>
        <CategoryField
          kind="product"
          value={form.watch('categoryId')}
          onValue={(categoryId) => form.set('categoryId', categoryId)}
          known={category}
          error={form.error('categoryId')}
        />
      </div>
      <ItemPreview
        title={form.watch('name')}
        description={form.watch('description')}
        price={{ livePricePaise, mrpPaise, unit }}
        fileIds={fileIds}
        files={files}
      />
    </div>
  );
}
