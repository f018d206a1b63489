import { type ReactNode, useState } from 'react';
import type { CommandInput, CommandName } from '#domain/commands.js';
import { type CommandResult, newId, Problem, sendCommand, errorMessage } from '../lib/api.js';
import { useOnline } from '../lib/network.js';
import { caughtUpWith } from '../lib/resuming.js';
import { ActDialog } from '../ui/dialog.js';
import { FieldError } from '../ui/field.js';

export type Wrong = Readonly<Record<string, string | undefined>>;

/**
 * A command that waits for the server's word: what is decided offline could have been decided otherwise meanwhile. `whenDone`: how a
 * dialog ends once the server has said yes, e.g. by forgetting what was typed and closing.
 */
export function useDecision(otherwise: string, ...whenDone: readonly (() => void)[]) {
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Wrong>({});
  const [message, setMessage] = useState<string>();
  const say = (problem: unknown): void => {
    const fields = problem instanceof Problem ? problem.fields : {};
    setErrors(fields);
    setMessage(Object.keys(fields).length > 0 ? undefined : errorMessage(problem, otherwise));
  };

  /** Nothing where something is wrong, which then stands at its field. `then` runs while the form is still busy. */
  const decide = async <Name extends CommandName>(
    name: Name,
    data: CommandInput<Name>,
    { wrong = {}, revision, then, refused = {} }: DecideOptions = {},
  ): Promise<void> => {
    const found = Object.fromEntries(Object.entries(wrong).filter(([, words]) => words !== undefined));
    setErrors(found);
    setMessage(undefined);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    try {
      const done = await sendCommand(name, data, { revision, id: newId() });
      caughtUpWith(done);
      await then?.(done);
      for (const end of whenDone) end();
    } catch (problem) {
      say(problem);
      if (problem instanceof Problem) refused[problem.code]?.();
    } finally {
      setBusy(false);
    }
  };
  return { online, busy, errors, message, decide };
}

interface DecideOptions {
  readonly wrong?: Wrong;
  readonly revision?: number;
  readonly then?: (done: CommandResult) => void | Promise<void>;
  /** What follows from a refusal beside its words, by its code. */
  readonly refused?: Readonly<Record<string, () => void>>;
}
type Decision = ReturnType<typeof useDecision>;

interface DecisionDialogProps {
  decision: Decision;
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  act: string;
  onAct: () => void;
  children: ReactNode;
}

/** A short form for a decision. Without a network it cannot be taken, and says so; what was typed is kept. */
export function DecisionDialog({ decision: { online, busy, message }, children, ...dialog }: DecisionDialogProps): ReactNode {
  return (
    <ActDialog {...dialog} busy={busy} disabled={!online}>
      {children}
      {!online && (
        <p className="label muted" role="status">
          No network. What you typed is kept; it can be saved when the network is back.
        </p>
      )}
      {message && <FieldError>{message}</FieldError>}
    </ActDialog>
  );
}
