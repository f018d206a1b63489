/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { openDatabase } from '../../lib/database.js';
import { setIdentity, identity, scopeOf } from '../../lib/account/identity.js';
import { useNetwork } from '../../lib/server/network.js';
import { useOutboxState } from '../../lib/outbox/outbox.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import { MoneyField } from '../../ui/inputs/input.js';
import { Toasts } from '../../ui/feedback/toast.js';
import { CommandDialog, FormField } from './command-dialog.js';
import { discardDraft, toastWithUndo } from '../commands/undo.js';
import { useCommandForm } from './use-command-form.js';

const client = new QueryClient();
const customerId = '01980000-0000-7000-8000-000000000001';
const leadId = '01980000-0000-7000-8000-000000000002';

interface Request {
  readonly command: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly id: string | null;
  readonly revision: string | null;
  readonly accountId: string | null;
  readonly organizationId: string | null;
}
let requests: Request[] = [];
type Answer = { readonly status: number; readonly body: object } | 'no network';
const success = { status: 200, body: { id: customerId, revision: 7, position: '1' } };
let answers: Answer[] = [];
/** Answers are sent after this promise. */
let gate: Promise<void> = Promise.resolve();

beforeEach(() => {
  requests = [];
  answers = [];
  gate = Promise.resolve();
  localStorage.clear();
  useNetwork.setState({ online: true, isBrowserOffline: false });
  useOutboxState.setState({ items: [], sent: [] });
  // A new account, so that no test finds drafts of another.
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
  globalThis.fetch = jest.fn(async (path: unknown, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    requests.push({
      command: String(path).split('/').at(-1)!,
      data: JSON.parse(String(init?.body)) as Request['data'],
      id: headers.get('Idempotency-Key'),
      revision: headers.get('If-Match'),
      accountId: headers.get('X-Account'),
      organizationId: headers.get('X-Organization'),
    });
    await gate;
    const answer = answers.shift() ?? success;
    if (answer === 'no network') throw new TypeError('Failed to fetch');
    return {
      ok: answer.status === 200,
      status: answer.status,
      headers: new Headers({ 'Content-Type': 'application/json' }),
      json: async () => answer.body,
    } as Response;
  }) as typeof fetch;
});
afterEach(cleanup);

interface Draft {
  readonly id: string;
  readonly typed: object;
  readonly over?: object;
}
const readStoredDraft = async (form: string): Promise<Draft | undefined> =>
  (await (await openDatabase()).get('drafts', `${scopeOf(identity())}|${form}`))?.draft as
    Draft | undefined;
/** Closes the form and waits until its draft is stored. */
const closeAndReadDraft = async (form: string): Promise<Draft | undefined> => {
  cleanup();
  await act(async () => void (await readStoredDraft(form)));
  return readStoredDraft(form);
};

const withProviders = (children: ReactNode): ReactNode => (
  <MemoryRouter>
    <QueryClientProvider client={client}>
      <ZoneProvider value="Asia/Kolkata">{children}</ZoneProvider>
    </QueryClientProvider>
  </MemoryRouter>
);
const renderForm = (children: ReactNode) => render(withProviders(children));

function Payment({
  onDone,
  today = '2026-01-02',
}: {
  onDone?: () => void;
  today?: string;
}): ReactNode {
  const [open, setOpen] = useState(true);
  const form = useCommandForm('RecordPayment', {
    draft: 'payment',
    datedFields: ['paidOn'],
    newIdField: 'paymentId',
    untypedFields: { customerId },
    values: { amountPaise: '', paidOn: today, method: 'Cash', reference: '' },
    failed: 'Failed to add payment',
    onDone: () => {
      setOpen(false);
      onDone?.();
    },
  });
  return (
    <CommandDialog form={form} open={open} onClose={() => setOpen(false)} title="Add Payment">
      <FormField form={form} name="amountPaise" label="Amount" as={MoneyField} />
      <FormField form={form} name="paidOn" label="Payment date" />
      <FormField form={form} name="reference" label="Reference number" />
    </CommandDialog>
  );
}
/** Two amounts, of which one must not exceed the other. */
function Prices(): ReactNode {
  const form = useCommandForm('EditProduct', {
    draft: 'prices',
    untypedFields: { productId: customerId },
    values: { mrpPaise: '', livePricePaise: '' },
    failed: 'Failed to save product',
  });
  return (
    <CommandDialog form={form} open onClose={() => undefined} title="Prices">
      <FormField form={form} name="mrpPaise" label="MRP" as={MoneyField} />
      <FormField form={form} name="livePricePaise" label="Live price" as={MoneyField} />
    </CommandDialog>
  );
}
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount');
const addButton = () => screen.getByRole('button', { name: 'Add Payment' });

describe('a command form', () => {
  it('shows errors of schema and rules at once, and focuses the first invalid field', async () => {
    const user = userEvent.setup();
    renderForm(<Payment />);
    await user.clear(screen.getByLabelText('Payment date'));
    await user.type(screen.getByLabelText('Payment date'), '2099-01-01');
    await user.type(amount(), 'some');
    await user.click(addButton());
    expect(await screen.findByText('Please enter a valid amount')).toBeDefined();
    expect(screen.getByText('The payment date cannot be after today.')).toBeDefined();
    expect(document.activeElement).toBe(amount());
    expect(amount().value).toBe('some');
    expect(requests).toEqual([]);
  });

  it('validates both fields of a pair when one changes', async () => {
    const user = userEvent.setup();
    renderForm(<Prices />);
    const [mrp, live] = [screen.getByLabelText(/^MRP/), screen.getByLabelText(/^Live price/)];
    const tooHigh = 'Live price cannot be higher than MRP';
    await user.type(mrp, '800');
    await user.type(live, '900');
    await user.click(screen.getByRole('button', { name: 'Prices' }));
    expect(await screen.findByText(tooHigh)).toBeDefined();
    await user.clear(mrp);
    await user.type(mrp, '1000');
    await waitFor(() => expect(screen.queryByText(tooHigh)).toBeNull());
    await user.clear(mrp);
    await user.type(mrp, '850');
    expect(await screen.findByText(tooHigh)).toBeDefined();
  });

  it('keeps a server error at its field until that changes', async () => {
    const user = userEvent.setup();
    answers = [
      {
        status: 409,
        body: {
          code: 'too-many-payments',
          detail: 'Too many.',
          fields: { amountPaise: 'This customer has 1,000 payments.' },
        },
      },
    ];
    renderForm(<Payment />);
    await user.type(amount(), '500{Enter}');
    expect(await screen.findByText('This customer has 1,000 payments.')).toBeDefined();
    await user.type(screen.getByLabelText('Reference number (optional)'), 'UPI');
    expect(screen.getByText('This customer has 1,000 payments.')).toBeDefined();
  });

  it('marks optional fields', () => {
    renderForm(<Payment />);
    expect(screen.getByLabelText('Reference number (optional)')).toBeDefined();
    expect(screen.queryByLabelText('Amount (optional)')).toBeNull();
  });

  it('closes at most 800 ms after its press, including what it awaits before sending', async () => {
    const user = userEvent.setup();
    let beforeStartedAt = 0;
    let leaveAt: number | undefined;
    function Slow(): ReactNode {
      const form = useCommandForm('AddNote', {
        draft: 'slow',
        newIdField: 'noteId',
        untypedFields: { leadId },
        values: { note: 'Roof measured' },
        before: async () => {
          beforeStartedAt = performance.now();
          await new Promise((resolve) => setTimeout(resolve, 20));
          return true;
        },
        send: async (_data, press) => void (leaveAt = press.leaveAt),
        failed: 'Failed to add activity',
      });
      return <button onClick={() => void form.submit()}>Send</button>;
    }
    renderForm(<Slow />);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(leaveAt).toBeDefined());
    expect(leaveAt).toBeLessThanOrEqual(beforeStartedAt + 800);
  });

  it('sends amounts in paise and leaves out empty fields', async () => {
    const user = userEvent.setup();
    renderForm(<Payment />);
    await user.type(amount(), '1,50,000.50{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests[0]).toMatchObject({
      command: 'RecordPayment',
      data: { customerId, amountPaise: 15_000_050, paidOn: '2026-01-02', method: 'Cash' },
    });
    expect(requests[0]!.data).not.toHaveProperty('reference');
  });

  it('is sent once however often its button is pressed, under one id', async () => {
    const user = userEvent.setup();
    let open = (): void => undefined;
    gate = new Promise((resolve) => (open = resolve));
    renderForm(<Payment />);
    await user.type(amount(), '500');
    const button = addButton();
    act(() => {
      button.click();
      button.click();
    });
    await waitFor(() => expect(requests).toHaveLength(1));
    button.click();
    open();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests).toHaveLength(1);
  });

  it('shows a refusal at its field, and keeps the typed values', async () => {
    const user = userEvent.setup();
    answers = [
      {
        status: 409,
        body: {
          code: 'too-many-payments',
          detail: 'Too many.',
          fields: { amountPaise: 'This customer has 1,000 payments.' },
        },
      },
    ];
    renderForm(<Payment />);
    await user.type(amount(), '500{Enter}');
    expect(await screen.findByText('This customer has 1,000 payments.')).toBeDefined();
    expect(screen.queryByText('Too many.')).toBeNull();
    expect(document.activeElement).toBe(amount());
    expect(amount().value).toMatch(/^500/);
  });

  it('retries under the same id, or under a new one if the id is taken', async () => {
    const user = userEvent.setup();
    answers = [
      'no network',
      {
        status: 409,
        body: {
          code: 'payment-exists',
          detail: 'This payment was recorded before, with other values.',
        },
      },
    ];
    renderForm(<Payment />);
    await user.type(amount(), '500{Enter}');
    expect(
      await screen.findByText('Failed to add payment. The server could not be reached.'),
    ).toBeDefined();
    act(() => useNetwork.setState({ online: true, isBrowserOffline: false }));
    await user.click(addButton());
    expect(
      await screen.findByText('This payment was recorded before, with other values.'),
    ).toBeDefined();
    await user.click(addButton());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [first, second, third] = requests.map(({ data }) => data['paymentId']);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    // A second press after a lost answer repeats the command.
    expect(requests[1]!.id).toBe(requests[0]!.id);
    expect(requests[2]!.id).not.toBe(requests[1]!.id);
  });

  it('keeps typed values until they are sent', async () => {
    const user = userEvent.setup();
    const { unmount } = renderForm(<Payment />);
    await user.type(amount(), '500');
    unmount();
    renderForm(<Payment />);
    await waitFor(() => expect(amount().value).toMatch(/^500/));
    // Other fields have their initial values again.
    expect(screen.getByLabelText<HTMLInputElement>('Payment date').value).toBe('2026-01-02');
    await user.type(amount(), '{Enter}');
    await waitFor(() => expect(requests).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    renderForm(<Payment />);
    await act(async () => undefined);
    expect(amount().value).toBe('');
  });

  it('stores an untouched default day with the draft, so that it does not change tomorrow', async () => {
    const user = userEvent.setup();
    const paidOn = () => screen.getByLabelText<HTMLInputElement>('Payment date').value;
    const { rerender } = renderForm(<Payment />);
    await user.type(amount(), '450');
    rerender(withProviders(<Payment today="2026-01-03" />));
    expect(paidOn()).toBe('2026-01-02');
    expect((await closeAndReadDraft('payment'))?.typed).toEqual({
      amountPaise: '450',
      paidOn: '2026-01-02',
    });
    renderForm(<Payment today="2026-01-03" />);
    await waitFor(() => expect(amount().value).toBe('450'));
    expect(paidOn()).toBe('2026-01-02');
  });

  it('keeps one id for a draft, so that a payment whose answer was lost is recorded once', async () => {
    const user = userEvent.setup();
    answers = ['no network'];
    renderForm(<Payment />);
    await user.type(amount(), '500{Enter}');
    expect(
      await screen.findByText('Failed to add payment. The server could not be reached.'),
    ).toBeDefined();
    const { paymentId } = requests[0]!.data;
    expect((await closeAndReadDraft('payment'))?.id).toBe(paymentId);
    for (const _ of [1, 2]) {
      renderForm(<Payment />);
      await waitFor(() => expect(amount().value).toMatch(/^500/));
      expect((await closeAndReadDraft('payment'))?.id).toBe(paymentId);
    }
    act(() => useNetwork.setState({ online: true, isBrowserOffline: false }));
    renderForm(<Payment />);
    await waitFor(() => expect(amount().value).toMatch(/^500/));
    await user.click(addButton());
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[1]!.data['paymentId']).toBe(paymentId);
  });

  describe('discarded values', () => {
    function DiscardableForm(): ReactNode {
      const form = useCommandForm('RecordPayment', {
        draft: 'payment',
        newIdField: 'paymentId',
        untypedFields: { customerId },
        values: { amountPaise: '', paidOn: '2026-01-02', method: 'Cash', reference: '' },
        failed: 'Failed to add payment',
      });
      return (
        <>
          <FormField form={form} name="amountPaise" label="Amount" as={MoneyField} />
          <FormField form={form} name="reference" label="Reference number" />
          {form.isDraftStored && (
            <button type="button" onClick={() => discardDraft(form)}>
              Discard draft
            </button>
          )}
          <button
            type="button"
            onClick={() => {
              form.set('reference', '');
              toastWithUndo('Reference removed', () =>
                form.set('reference', `UPI 4411 ${form.get('reference')}`.trim()),
              );
            }}
          >
            Remove reference
          </button>
          <button type="button" onClick={() => void form.submit()}>
            Save
          </button>
        </>
      );
    }
    function Screens(): ReactNode {
      const [open, setOpen] = useState(true);
      return (
        <>
          <h1>Payments</h1>
          <button type="button" onClick={() => setOpen(!open)}>
            {open ? 'Leave' : 'Open again'}
          </button>
          {open && <DiscardableForm />}
          <Toasts />
        </>
      );
    }
    const press = async (name: string) =>
      userEvent.click((await screen.findAllByRole('button', { name })).at(-1)!);
    const reference = () => screen.getByLabelText<HTMLInputElement>('Reference number (optional)');
    const typeAmount = async (): Promise<string> => {
      await userEvent.type(amount(), '500');
      await waitFor(async () =>
        expect(await readStoredDraft('payment')).toMatchObject({ typed: { amountPaise: '500' } }),
      );
      return (await readStoredDraft('payment'))!.id;
    };

    it('are restored together with newer ones, with the focus on the page’s heading', async () => {
      renderForm(<Screens />);
      const id = await typeAmount();
      await press('Discard draft');
      expect(amount().value).toBe('');
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')));
      await waitFor(async () => expect(await readStoredDraft('payment')).toBeUndefined());
      await userEvent.type(reference(), 'UPI 4411');
      await press('Undo');
      expect(amount().value).toBe('500.00');
      expect(reference().value).toBe('UPI 4411');
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')));
      expect(await closeAndReadDraft('payment')).toMatchObject({
        id,
        typed: { amountPaise: '500.00', reference: 'UPI 4411' },
      });
    });

    it('come back if the device cannot delete them, and no deletion is reported', async () => {
      renderForm(<Screens />);
      await typeAmount();
      jest.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
        throw new DOMException('The device is busy', 'UnknownError');
      });
      await press('Discard draft');
      expect(await screen.findByText('Failed to delete the draft')).toBeDefined();
      jest.restoreAllMocks();
      expect(amount().value).toBe('500.00');
      expect(screen.queryByText('Draft deleted')).toBeNull();
      expect(await closeAndReadDraft('payment')).toMatchObject({
        typed: { amountPaise: '500.00' },
      });
    });

    it('are restored into the draft of a closed form', async () => {
      renderForm(<Screens />);
      const id = await typeAmount();
      await press('Discard draft');
      await press('Leave');
      await press('Undo');
      await press('Open again');
      await waitFor(() => expect(amount().value).toMatch(/^500/));
      expect(await closeAndReadDraft('payment')).toMatchObject({ id });
    });

    it.each([
      'into a form that was opened again',
      'into the draft of a form that was opened again and left',
    ])('are restored %s, with the values typed there', async (where) => {
      renderForm(<Screens />);
      await typeAmount();
      await press('Discard draft');
      await press('Leave');
      await press('Open again');
      await userEvent.type(reference(), 'UPI 4411');
      const isLeft = where.endsWith('left');
      if (isLeft) await press('Leave');
      await press('Undo');
      if (isLeft) await press('Open again');
      await waitFor(() => expect(amount().value).toMatch(/^500/));
      expect(reference().value).toBe('UPI 4411');
      await userEvent.type(reference(), '9');
      expect(await closeAndReadDraft('payment')).toMatchObject({
        typed: { amountPaise: expect.stringMatching(/^500/), reference: 'UPI 44119' },
      });
    });

    it('are restored field by field after the form was left, and not after it was sent', async () => {
      renderForm(<Screens />);
      await typeAmount();
      await userEvent.type(reference(), 'UPI 4411');
      await press('Remove reference');
      await press('Leave');
      await press('Undo');
      await press('Open again');
      await waitFor(() => expect(reference().value).toBe('UPI 4411'));
      await press('Remove reference');
      await press('Save');
      await waitFor(() => expect(requests).toHaveLength(1));
      await waitFor(() => expect(amount().value).toBe(''));
      await press('Leave');
      await press('Undo');
      expect(await closeAndReadDraft('payment')).toBeUndefined();
    });
  });

  it('reports a text that is too long at once, and cuts nothing off', async () => {
    const user = userEvent.setup();
    renderForm(<Payment />);
    const reference = screen.getByLabelText<HTMLInputElement>('Reference number (optional)');
    await user.click(reference);
    await user.paste('4'.repeat(120));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.type(reference, '11');
    expect(await screen.findByText('At most 120 characters')).toBeDefined();
    expect(reference.value).toHaveLength(122);
    expect(reference.getAttribute('aria-invalid')).toBe('true');
    await user.type(reference, '{Backspace}{Backspace}');
    await waitFor(() => expect(screen.queryByText('At most 120 characters')).toBeNull());
    expect(requests).toEqual([]);
  });

  it('waits for a network if the command cannot be queued', () => {
    useNetwork.setState({ online: false, isBrowserOffline: true });
    renderForm(<Payment />);
    expect(screen.getByText(/^No network\. What you typed is kept/)).toBeDefined();
    expect(addButton()).toHaveProperty('disabled', true);
  });
});

function Lost(): ReactNode {
  const [open, setOpen] = useState(true);
  const form = useCommandForm('MarkLeadLost', {
    draft: 'lost',
    untypedFields: { leadId },
    values: { reason: '' },
    queued: { recordId: leadId, recordName: 'Rajesh Patil' },
    failed: 'Failed to mark lead as lost',
    onDone: () => setOpen(false),
  });
  return (
    <CommandDialog form={form} open={open} onClose={() => setOpen(false)} title="Mark as Lost">
      <FormField form={form} name="reason" label="Reason" />
    </CommandDialog>
  );
}

it('sends a photo that was still being shrunk when its button was pressed', async () => {
  let finish = (): void => undefined;
  const shrunk = new Promise<void>((resolve) => (finish = resolve));
  const fileId = crypto.randomUUID();
  const photo = { fileId, name: 'roof.jpg', blob: new Blob(['roof']), uploaded: true };
  function Note(): ReactNode {
    const form = useCommandForm('AddNote', {
      draft: 'note',
      newIdField: 'noteId',
      untypedFields: ({ files }) => ({ leadId, photoFileIds: files.map((each) => each.fileId) }),
      values: { note: 'Roof measured', files: [] as readonly (typeof photo)[] },
      failed: 'Failed to add activity',
    });
    const addPhoto = (): void => form.hold(shrunk.then(() => form.set('files', [photo])));
    return (
      <>
        <button onClick={addPhoto}>Add photo</button>
        <button aria-busy={form.busy} onClick={() => void form.submit()}>
          Send
        </button>
      </>
    );
  }
  renderForm(<Note />);
  await userEvent.click(screen.getByText('Add photo'));
  await userEvent.click(screen.getByText('Send'));
  expect(screen.getByText('Send').getAttribute('aria-busy')).toBe('true');
  expect(requests).toEqual([]);
  await act(async () => finish());
  await waitFor(() => expect(requests).toMatchObject([{ data: { photoFileIds: [fileId] } }]));
});

it('stores no draft of a photo whose upload ends while the sent form closes', async () => {
  let leave = (): void => undefined;
  const closing = new Promise<void>((resolve) => (leave = resolve));
  const photo = { fileId: crypto.randomUUID(), name: '', blob: new Blob([]), uploaded: true };
  const onAnswered = jest.fn();
  function Note(): ReactNode {
    const form = useCommandForm('AddNote', {
      draft: 'note',
      newIdField: 'noteId',
      untypedFields: { leadId },
      values: { note: '', files: [] as readonly (typeof photo)[] },
      failed: 'Failed to add activity',
      onDone: () => {
        onAnswered();
        return closing;
      },
    });
    return (
      <>
        <FormField form={form} name="note" label="Note" />
        <button onClick={() => void form.submit()}>Send</button>
        <button onClick={() => form.set('files', [photo])}>Uploaded</button>
      </>
    );
  }
  renderForm(<Note />);
  await userEvent.type(screen.getByLabelText(/^Note/), 'Roof');
  await waitFor(async () => expect(await readStoredDraft('note')).toBeDefined());
  await userEvent.click(screen.getByText('Send'));
  await waitFor(() => expect(onAnswered).toHaveBeenCalled());
  await userEvent.click(screen.getByText('Uploaded'));
  cleanup();
  await waitFor(async () => expect(await readStoredDraft('note')).toBeUndefined());
  await act(async () => leave());
  expect(await closeAndReadDraft('note')).toBeUndefined();
});

it('sends for the account that pressed its button, not for one that signs in meanwhile', async () => {
  let finish = (): void => undefined;
  const shrunk = new Promise<void>((resolve) => (finish = resolve));
  function Note(): ReactNode {
    const form = useCommandForm('AddNote', {
      draft: 'note',
      newIdField: 'noteId',
      untypedFields: { leadId },
      values: { note: 'Roof measured' },
      failed: 'Failed to add activity',
    });
    return (
      <>
        <button onClick={() => form.hold(shrunk)}>Add photo</button>
        <button onClick={() => void form.submit()}>Send</button>
      </>
    );
  }
  const { accountId } = identity();
  renderForm(<Note />);
  await userEvent.click(screen.getByText('Add photo'));
  await userEvent.click(screen.getByText('Send'));
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'other' });
  await act(async () => finish());
  await waitFor(() => expect(requests).toMatchObject([{ accountId, organizationId: 'suryodaya' }]));
});

it('sends nothing if the person cancels while a photo is shrunk, and keeps the draft', async () => {
  const user = userEvent.setup();
  let finish = (): void => undefined;
  const shrunk = new Promise<void>((resolve) => (finish = resolve));
  function Note(): ReactNode {
    const form = useCommandForm('AddNote', {
      draft: 'note',
      newIdField: 'noteId',
      untypedFields: { leadId },
      values: { note: '' },
      failed: 'Failed to add activity',
    });
    return (
      <CommandDialog form={form} open onClose={() => undefined} title="Add Activity">
        <FormField form={form} name="note" label="Note" />
        <button type="button" onClick={() => form.hold(shrunk)}>
          Add photo
        </button>
      </CommandDialog>
    );
  }
  const findSendButton = () => screen.getByRole('button', { name: 'Add Activity' });
  renderForm(<Note />);
  await user.type(screen.getByLabelText(/^Note/), 'Roof');
  await user.click(screen.getByText('Add photo'));
  await user.click(findSendButton());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await act(async () => finish());
  await waitFor(() => expect(findSendButton().getAttribute('aria-busy')).not.toBe('true'));
  expect(requests).toEqual([]);
  await user.click(findSendButton());
  await waitFor(() => expect(requests).toMatchObject([{ data: { note: 'Roof' } }]));
});

it('a form for one file sends the newer one after an undo of Discard draft', async () => {
  const photo = () => ({
    fileId: crypto.randomUUID(),
    name: 'quote.jpg',
    blob: new Blob(['quote']),
    uploaded: true,
  });
  const [older, newer] = [photo(), photo()];
  let undo = (): void => undefined;
  function Quote(): ReactNode {
    const form = useCommandForm('UploadQuotation', {
      draft: 'quote',
      newIdField: 'quotationId',
      maxFiles: 1,
      untypedFields: ({ files: [file] }) => ({ leadId, fileId: file?.fileId }),
      values: { amountPaise: '500', files: [] as readonly (typeof older)[] },
      failed: 'Failed to upload quote',
    });
    return (
      <>
        <button onClick={() => form.set('files', [older])}>Older</button>
        <button onClick={() => form.set('files', [newer])}>Newer</button>
        <button onClick={() => (undo = form.discard().putBack)}>Discard</button>
        <button onClick={() => undo()}>Undo</button>
        <button onClick={() => void form.submit()}>Send</button>
      </>
    );
  }
  renderForm(<Quote />);
  for (const name of ['Older', 'Discard', 'Newer', 'Undo', 'Send'])
    await userEvent.click(screen.getByText(name));
  await waitFor(() => expect(requests).toMatchObject([{ data: { fileId: newer.fileId } }]));
});

it('a queueable command is stored offline once, under the id of the press', async () => {
  const user = userEvent.setup();
  answers = ['no network'];
  renderForm(<Lost />);
  await user.type(screen.getByLabelText('Reason'), 'Chose another');
  await user.click(screen.getByRole('button', { name: 'Mark as Lost' }));
  await waitFor(() => expect(useOutboxState.getState().items).toHaveLength(1));
  expect(useOutboxState.getState().items[0]).toMatchObject({
    name: 'MarkLeadLost',
    data: { leadId, reason: 'Chose another' },
    recordName: 'Rajesh Patil',
    commandId: requests[0]!.id,
  });
});

const customer = {
  firstName: 'Rajesh',
  lastName: 'Patil',
  phone: '+919822041736',
  city: 'Pune',
  siteName: 'Meadows',
  landmark: '',
};

function Edit({
  now,
  revision,
  fresh,
}: {
  now: typeof customer;
  /** Without `revision`, changes are only detected. */
  revision?: number;
  fresh?: typeof customer;
}): ReactNode {
  const form = useCommandForm('EditCustomer', {
    draft: 'edit',
    untypedFields: { customerId },
    values: now,
    edits:
      revision === undefined
        ? { detectsChanges: true }
        : { revision, refresh: async () => ({ values: fresh ?? now, revision: 9 }) },
    failed: 'Failed to update customer',
  });
  return (
    <>
      <FormField form={form} name="firstName" label="First name" />
      <FormField form={form} name="city" label="City" />
      <FormField form={form} name="siteName" label="Site name" />
      <p>{form.conflict ? `changed: ${form.conflict.join()}` : 'no conflict'}</p>
      <button onClick={() => void form.submit()}>Save</button>
      <button onClick={() => form.resolveConflict({ keepsTyped: true })}>Mine</button>
      <button onClick={() => form.resolveConflict({ keepsTyped: false })}>Theirs</button>
    </>
  );
}
const cityField = () => screen.getByLabelText<HTMLInputElement>('City');
const rerender = (view: ReturnType<typeof render>, children: ReactNode) =>
  view.rerender(withProviders(children));

describe('an edit form', () => {
  it('sends only changed fields for the seen revision, and null for emptied ones', async () => {
    const user = userEvent.setup();
    renderForm(<Edit now={customer} revision={4} />);
    await user.clear(screen.getByLabelText('Site name (optional)'));
    await user.type(cityField(), ' City');
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]).toMatchObject({
      data: { customerId, city: 'Pune City', siteName: null },
      revision: '"4"',
    });
    expect(Object.keys(requests[0]!.data)).toHaveLength(3);
  });

  it('follows changes by others while nothing is typed', () => {
    const view = renderForm(<Edit now={customer} revision={4} />);
    rerender(view, <Edit now={{ ...customer, city: 'Satara' }} revision={5} />);
    expect(cityField().value).toBe('Satara');
    expect(screen.getByText('no conflict')).toBeDefined();
  });

  it('shows a conflict with a change by others, and sends nothing until it is resolved', async () => {
    const user = userEvent.setup();
    const view = renderForm(<Edit now={customer} revision={4} />);
    await user.type(cityField(), ' City');
    rerender(
      view,
      <Edit now={{ ...customer, city: 'Satara', firstName: 'Ramesh' }} revision={5} />,
    );
    expect(screen.getByText('changed: firstName,city')).toBeDefined();
    await user.click(screen.getByText('Save'));
    expect(requests).toEqual([]);
    await user.click(screen.getByText('Mine'));
    expect(cityField().value).toBe('Pune City');
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ramesh');
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]).toMatchObject({ data: { customerId, city: 'Pune City' }, revision: '"5"' });
  });

  it('without a revision shows a conflict once a change by others is pushed', async () => {
    const user = userEvent.setup();
    const view = renderForm(<Edit now={customer} />);
    await user.type(cityField(), ' City');
    rerender(view, <Edit now={{ ...customer, city: 'Satara' }} />);
    expect(screen.getByText('changed: city')).toBeDefined();
    await user.click(screen.getByText('Mine'));
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]).toMatchObject({ data: { customerId, city: 'Pune City' } });
    expect(requests[0]!.revision).toBeNull();
  });

  it('closes silently without changes, even with an empty required field', async () => {
    const user = userEvent.setup();
    const onDone = jest.fn<() => void>();
    function Rename(): ReactNode {
      const form = useCommandForm('RenameCategory', {
        draft: 'rename',
        untypedFields: { categoryId: customerId },
        values: { name: 'Panels' },
        edits: { revision: 1 },
        failed: 'Failed to rename category',
        onDone,
      });
      return (
        <>
          <FormField form={form} name="name" />
          <button onClick={() => void form.submit()}>Rename</button>
        </>
      );
    }
    renderForm(<Rename />);
    await user.click(screen.getByText('Rename'));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(requests).toEqual([]);
  });

  it('keeps other typed fields when the other version is chosen', async () => {
    const user = userEvent.setup();
    const view = renderForm(<Edit now={customer} revision={4} />);
    await user.type(cityField(), ' City');
    await user.type(screen.getByLabelText('Site name (optional)'), ' East');
    rerender(view, <Edit now={{ ...customer, city: 'Satara' }} revision={5} />);
    await user.click(screen.getByText('Theirs'));
    expect(cityField().value).toBe('Satara');
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]!.data).toEqual({ customerId, siteName: 'Meadows East' });
    expect(requests[0]!.revision).toBe('"5"');
  });

  it('is sent again under the same id unless a field of the form was changed by others', async () => {
    const user = userEvent.setup();
    const stale = { status: 412, body: { code: 'revision-changed', detail: 'Changed meanwhile.' } };
    answers = [stale];
    const view = renderForm(<Edit now={customer} revision={4} />);
    await user.type(cityField(), ' City');
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(requests.map(({ revision }) => revision)).toEqual(['"4"', '"9"']);
    expect(requests[0]!.id).toBe(requests[1]!.id);
    await waitFor(() => expect(cityField().value).toBe('Pune'));

    answers = [stale];
    rerender(view, <Edit now={customer} revision={4} fresh={{ ...customer, city: 'Satara' }} />);
    await user.type(cityField(), ' City');
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(requests).toHaveLength(3));
    rerender(view, <Edit now={{ ...customer, city: 'Satara' }} revision={9} />);
    expect(await screen.findByText('changed: city')).toBeDefined();
    expect(cityField().value).toBe('Pune City');
  });

  it('stores no changes by others in the draft, whether or not something is typed', async () => {
    const user = userEvent.setup();
    const view = renderForm(<Edit now={customer} revision={4} />);
    await act(async () => void (await readStoredDraft('edit')));
    rerender(view, <Edit now={{ ...customer, firstName: 'Ramesh' }} revision={5} />);
    await act(async () => void (await readStoredDraft('edit')));
    expect(await readStoredDraft('edit')).toBeUndefined();
    await user.type(cityField(), ' City');
    rerender(
      view,
      <Edit now={{ ...customer, firstName: 'Ramesh', landmark: 'Temple' }} revision={6} />,
    );
    await user.click(screen.getByText('Mine'));
    expect((await closeAndReadDraft('edit'))?.typed).toEqual({ city: 'Pune City' });
  });

  it('stores no draft when its own save is pushed back', async () => {
    const user = userEvent.setup();
    const view = renderForm(<Edit now={customer} revision={4} />);
    await user.type(cityField(), ' City');
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(cityField().value).toBe('Pune'));
    rerender(view, <Edit now={{ ...customer, city: 'Pune City' }} revision={7} />);
    expect(cityField().value).toBe('Pune City');
    expect(await closeAndReadDraft('edit')).toBeUndefined();
  });

  it('shows no conflict for a draft whose save was sent before the page closed', async () => {
    const user = userEvent.setup();
    renderForm(<Edit now={customer} revision={4} />);
    await user.type(cityField(), ' City');
    expect(await closeAndReadDraft('edit')).toMatchObject({ typed: { city: 'Pune City' } });
    renderForm(<Edit now={{ ...customer, city: 'Pune City' }} revision={5} />);
    // Typed before the stored draft was read.
    fireEvent.change(cityField(), { target: { value: 'Pune Camp' } });
    await waitFor(async () =>
      expect(await readStoredDraft('edit')).toMatchObject({
        typed: { city: 'Pune Camp' },
        over: { city: 'Pune City' },
      }),
    );
    expect(screen.getByText('no conflict')).toBeDefined();
    expect(cityField().value).toBe('Pune Camp');
  });

  it('keeps no draft once the other version was chosen', async () => {
    const user = userEvent.setup();
    const view = renderForm(<Edit now={customer} revision={4} />);
    await user.type(cityField(), ' City');
    rerender(view, <Edit now={{ ...customer, city: 'Satara' }} revision={5} />);
    await user.click(screen.getByText('Theirs'));
    expect(cityField().value).toBe('Satara');
    expect(await closeAndReadDraft('edit')).toBeUndefined();
  });

  it('shows a conflict if the record changed while the draft was stored', async () => {
    const user = userEvent.setup();
    renderForm(<Edit now={customer} revision={4} />);
    await user.type(cityField(), ' City');
    expect(await closeAndReadDraft('edit')).toMatchObject({
      typed: { city: 'Pune City' },
      over: { city: 'Pune' },
    });
    renderForm(<Edit now={{ ...customer, city: 'Satara', firstName: 'Ramesh' }} revision={5} />);
    expect(await screen.findByText('changed: city')).toBeDefined();
    expect(cityField().value).toBe('Pune City');
    await user.click(screen.getByText('Save'));
    expect(requests).toEqual([]);
    await user.click(screen.getByText('Mine'));
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]).toMatchObject({ data: { customerId, city: 'Pune City' }, revision: '"5"' });
    expect(requests[0]!.data).not.toHaveProperty('firstName');
  });
});

function Note(): ReactNode {
  const form = useCommandForm('AddNote', {
    draft: 'note',
    newIdField: 'noteId',
    values: { note: 'Roof measured', files: [] },
    untypedFields: { leadId: 'none', photoFileIds: ['none'] },
    failed: 'Failed to add activity',
  });
  return (
    <>
      <button onClick={() => void form.submit()}>Save</button>
      <p>files: {form.error('files')}</p>
      <p>message: {form.message}</p>
    </>
  );
}

it('shows errors of fields that the form does not have', async () => {
  const user = userEvent.setup();
  renderForm(<Note />);
  await user.click(screen.getByText('Save'));
  expect(await screen.findByText(/^message: Failed to add activity\. \S+/)).toBeDefined();
  expect(screen.getByText(/^files: \S+/)).toBeDefined();
  expect(requests).toEqual([]);
});
