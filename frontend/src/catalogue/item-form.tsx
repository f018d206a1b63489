import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import type { OfferItem, PackageView, ProductItem } from '#domain/catalogue/catalogue.views.js';
import { get } from '../lib/api.js';
import { queryClient } from '../lib/query-client.js';
import { ConflictNotice } from '../shared/conflict-notice.js';
import { FormPage } from '../shared/form-page.js';
import { RecordPage } from '../shared/record-page.js';
import { type CommandForm, type FormValues, useCommandForm } from '../shared/use-command-form.js';
import { useOnePress } from '../shared/use-command.js';
import { idFields, kinds } from './items.js';
import { ManagersOnly } from './managers-only.js';
import type { Ahead } from './use-upload.js';
import './catalogue.css';

type Answers = { readonly product: ProductItem; readonly package: PackageView; readonly offer: OfferItem };
type Adding = { readonly product: 'AddProduct'; readonly package: 'AddPackage'; readonly offer: 'AddOffer' };

export interface ItemFieldsProps<Kind extends ItemKind, Values> {
  form: CommandForm<Values>;
  /** Of one that is edited. */
  now: Answers[Kind] | undefined;
  /** What the form waits for before it is saved: a file on its way. */
  ahead: RefObject<Ahead | undefined>;
}

interface ItemFormProps<Kind extends ItemKind, Values> {
  kind: Kind;
  /** What the fields begin with. */
  valuesOf: (item?: Answers[Kind]) => Values;
  Fields: ComponentType<ItemFieldsProps<Kind, Values>>;
  /** What a field holds, in words, where its value says nothing. */
  textOf?: (field: keyof Values & string, values: Values) => string;
}

const words = {
  product: () => ({
    add: t`New product`,
    edit: t`Edit product`,
    unloaded: t`Failed to load product`,
    unsaved: t`Failed to save product`,
    back: t`Back to products`,
    files: t`Images`,
    changed: (name: string) => t`${name} changed this product while you were typing.`,
  }),
  package: () => ({
    add: t`New package`,
    edit: t`Edit package`,
    unloaded: t`Failed to load package`,
    unsaved: t`Failed to save package`,
    back: t`Back to packages`,
    files: t`Image`,
    changed: (name: string) => t`${name} changed this package while you were typing.`,
  }),
  offer: () => ({
    add: t`Upload New Offer`,
    edit: t`Edit Offer`,
    unloaded: t`Failed to load offer`,
    unsaved: t`Failed to save offer`,
    back: t`Back to offers`,
    files: t`File`,
    changed: (name: string) => t`${name} changed this offer while you were typing.`,
  }),
};

/** The page on which a product, a package or an offer is added or edited, for who manages such things. */
export function ItemForm<Kind extends ItemKind, Values extends FormValues<Adding[Kind]>>(props: ItemFormProps<Kind, Values>): ReactNode {
  const { kind } = props;
  const itemId = useParams()[idFields[kind]];
  return (
    <ManagersOnly of={kind}>{itemId === undefined ? <NewItem {...props} /> : <OpenedItem key={itemId} {...props} itemId={itemId} />}</ManagersOnly>
  );
}

const keyOf = (kind: ItemKind, itemId: string) => [kind, itemId] as const;
const fetched = <Kind extends ItemKind>(kind: Kind, itemId: string, signal?: AbortSignal) =>
  get<Answers[Kind]>(`/api/${kinds[kind].list}/${itemId}`, {}, { signal });

function OpenedItem<Kind extends ItemKind, Values>({ itemId, ...props }: ItemFormProps<Kind, Values> & { itemId: string }): ReactNode {
  const { kind } = props;
  const { list } = kinds[kind];
  const item = useQuery({
    queryKey: keyOf(kind, itemId),
    queryFn: ({ signal }) => fetched(kind, itemId, signal),
    refetchOnMount: 'always',
    meta: { views: kind === 'package' ? ['packages', 'products'] : [list], kept: true },
  });
  return (
    <RecordPage
      what={kind}
      list={`/${list}`}
      record={item.data}
      query={item}
      anew
      failed={words[kind]().unloaded}
      missing={t`It was deleted, or there never was one.`}
    >
      {(now) => <EditItem {...props} itemId={itemId} now={now} />}
    </RecordPage>
  );
}

/** What a command is called and what it has differs between the three; what a form does with it does not: a product stands for all. */
type Stand = Omit<FormValues<'AddProduct'>, 'isActive'>;

function NewItem<Kind extends ItemKind, Values>({ kind, valuesOf, Fields }: ItemFormProps<Kind, Values>): ReactNode {
  const navigate = useNavigate();
  const { list, add } = kinds[kind];
  const { add: title, unsaved, back, files } = words[kind]();
  const { form, ahead } = useWaiting<Values>(
    useCommandForm(add as 'AddProduct', {
      draft: `new-${kind}`,
      makes: idFields[kind] as 'productId',
      about: {},
      values: valuesOf() as Stand,
      failed: unsaved,
      onDone: () => navigate(`/${list}`, { replace: true }),
    }),
  );
  return (
    <FormPage form={form} title={title} back={{ to: `/${list}`, label: back }} labels={{ files } as never}>
      <Fields form={form} now={undefined} ahead={ahead} />
    </FormPage>
  );
}

interface EditItemProps<Kind extends ItemKind, Values> extends ItemFormProps<Kind, Values> {
  itemId: string;
  now: Answers[Kind];
}

function EditItem<Kind extends ItemKind, Values>({ kind, valuesOf, Fields, textOf, itemId, now }: EditItemProps<Kind, Values>): ReactNode {
  const navigate = useNavigate();
  const { list, edit } = kinds[kind];
  const { edit: title, unsaved, back, changed, files } = words[kind]();
  const { form, ahead } = useWaiting<Values>(
    useCommandForm(edit as 'EditProduct', {
      draft: `${kind}-${itemId}`,
      about: { [idFields[kind]]: itemId } as { productId: string },
      values: valuesOf(now) as Stand,
      edits: {
        revision: now.revision,
        refresh: async () => {
          const fresh = await fetched(kind, itemId);
          queryClient.setQueryData(keyOf(kind, itemId), fresh);
          return { values: valuesOf(fresh) as Stand, revision: fresh.revision };
        },
      },
      failed: unsaved,
      onDone: () => navigate(`/${list}`, { replace: true }),
    }),
  );
  const conflict = <ConflictNotice form={form} now={valuesOf(now)} says={changed} textOf={textOf} />;
  return (
    <FormPage form={form} title={title} back={{ to: `/${list}`, label: back }} labels={{ files } as never} notice={conflict}>
      <Fields form={form} now={now} ahead={ahead} />
    </FormPage>
  );
}

/**
 * The form, saved once the file it waits for is there. Where that was refused or stopped, or the form was left meanwhile, nothing is
 * saved. Who throws away what was typed throws away the file on its way too.
 */
function useWaiting<Values>(stand: unknown) {
  const form = stand as CommandForm<Values>;
  const ahead = useRef<Ahead>(undefined);
  const [waits, setWaits] = useState(false);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const submit = useOnePress(async () => {
    setWaits(true);
    const hasArrived = (await ahead.current?.arrived) ?? true;
    setWaits(false);
    if (hasArrived && isOpen.current) await form.submit();
  });
  const discard = (): (() => void) => {
    ahead.current?.stop();
    return form.discard();
  };
  const settle = (keepTyped: boolean): void => {
    if (!keepTyped) ahead.current?.stop();
    form.settle(keepTyped);
  };
  return { form: { ...form, submit, discard, settle, busy: form.busy || waits }, ahead };
}
