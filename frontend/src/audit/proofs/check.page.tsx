import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileDown, FileSearch } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { type Kept, type Verdict, parseKept, verifyProof } from '#platform/proof/verify-proof.js';
import { parseProofFile } from '#platform/proof/proof-file.js';
import { AccessDeniedPage } from '../../kit/records/access-denied.js';
import { usePermissions } from '../../lib/account/session.js';
import { Problem, errorMessage } from '../../lib/server/api.js';
import { downloadFile } from '../../lib/server/download.js';
import { Button } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { Icon } from '../../ui/display/icon.js';
import { toast } from '../../ui/feedback/toast.js';
import { Field } from '../../ui/inputs/field.js';
import { TextArea } from '../../ui/inputs/input.js';
import { Screen } from '../../ui/layout/frame.js';
import { auditHome } from '../audit-menu.js';
import { readOwnKeys } from './own-keys.js';
import { KeepOwnKey, OwnKeys } from './own-key-cards.js';
import { ProofVerdict, ProvenEvents } from './proof-verdict.js';
import { longerProofAddress } from './proven-record.js';
import { readProofText, UnreadableProof } from './proof-text.js';

/** Time for which fetched public keys stay fresh. */
const KEYS_FRESH_MS = 5 * 60_000;

/** `/audit/check`: checks a proof file in this browser. */
export default function CheckPage(): ReactNode {
  const isAllowed = usePermissions()('GET /api/audit');
  if (!isAllowed)
    return (
      <AccessDeniedPage pageTitle={t`Check a proof`} back={auditHome()} title={t`Access Denied`}>
        {t`Only administrators and finance can see the audit.`}
      </AccessDeniedPage>
    );
  return (
    <Screen title={t`Check a proof`} back={auditHome()}>
      <Check />
    </Screen>
  );
}

const Introduction = (): ReactNode => (
  <p className="label text-ink-2">
    {t`A proof file is checked on this device, and is sent nowhere. Whoever has no account uses the verifier page, which needs no network.`}{' '}
    <a className="link" href="/audit/log/verify.html" download>
      {t`Download Verifier`}
    </a>
  </p>
);

interface CheckedFile {
  readonly fileName: string;
  readonly text: string;
  readonly verdict: Verdict;
}

const unreadableVerdict = { outcome: 'refused', reason: 'file-unreadable', detail: '' } as const;

function Check(): ReactNode {
  const [checkedFile, setCheckedFile] = useState<CheckedFile>();
  const [keptCheckpoint, setKeptCheckpoint] = useState('');
  const [isComparing, setComparing] = useState(false);
  const [ownKeys, setOwnKeys] = useState(readOwnKeys);
  const [isBusy, setBusy] = useState(false);
  const { data: knownKeys } = useQuery({
    queryKey: ['log-keys'],
    queryFn: ({ signal }) => fetchKeys(signal),
    staleTime: KEYS_FRESH_MS,
  });

  const verifyFile = async (file: Blob, fileName: string, otherKept: Kept = {}): Promise<void> => {
    setBusy(true);
    try {
      const text = await readProofText(file);
      setCheckedFile({
        fileName,
        text,
        verdict: verifyWith(text, ownKeys, keptCheckpoint, otherKept),
      });
    } catch (error) {
      if (!(error instanceof UnreadableProof)) throw error;
      setCheckedFile({ fileName, text: '', verdict: unreadableVerdict });
    } finally {
      setBusy(false);
    }
  };
  const compareWith = (pasted: string): void => {
    setKeptCheckpoint(pasted);
    verifyAgain(ownKeys, pasted);
  };
  const verifyAgain = (keys: typeof ownKeys, pasted: string): void => {
    if (checkedFile)
      setCheckedFile({ ...checkedFile, verdict: verifyWith(checkedFile.text, keys, pasted) });
  };
  const reloadOwnKeys = (): void => {
    const keys = readOwnKeys();
    setOwnKeys(keys);
    verifyAgain(keys, keptCheckpoint);
  };
  const verdict = checkedFile?.verdict;
  const isWhole = verdict?.outcome === 'whole';
  return (
    <div
      className={classes(
        'grid items-start gap-4',
        isWhole ? 'lg:grid-cols-[minmax(0,1fr)_20rem]' : 'max-w-(--container-measure)',
      )}
    >
      <div className="stack min-w-0 gap-4">
        {checkedFile ? (
          <ProofVerdict
            verdict={checkedFile.verdict}
            fileName={checkedFile.fileName}
            knownKeys={knownKeys}
            onCompare={isComparing ? undefined : () => setComparing(true)}
            ownKeyRow={!ownKeys && <KeepOwnKey onStored={reloadOwnKeys} />}
          >
            {isComparing && (
              <Field
                label={t`Checkpoint or public key`}
                hint={t`Paste its whole text, as it was downloaded, scanned or sent.`}
              >
                <TextArea
                  rows={6}
                  autoFocus
                  value={keptCheckpoint}
                  spellCheck={false}
                  autoComplete="off"
                  onChange={({ currentTarget: { value } }) => compareWith(value)}
                />
              </Field>
            )}
            <LongerProof
              checkedFile={checkedFile}
              onFile={(file) =>
                void verifyFile(file, checkedFile.fileName, { isRequestedWithIt: true })
              }
              onRefused={(refusal) => setCheckedFile({ ...checkedFile, verdict: refusal })}
            />
          </ProofVerdict>
        ) : (
          <Introduction />
        )}
        <FileDrop
          isBusy={isBusy}
          isSmall={checkedFile !== undefined}
          onFile={(file) => void verifyFile(file, file.name)}
        />
        {ownKeys && <OwnKeys ownKeys={ownKeys} serverKeys={knownKeys} onRemoved={reloadOwnKeys} />}
        {!ownKeys && !checkedFile && (
          <div className="card overflow-clip">
            <KeepOwnKey onStored={reloadOwnKeys} />
          </div>
        )}
        {checkedFile && <Introduction />}
      </div>
      {isWhole && <ProvenEvents verdict={verdict} />}
    </div>
  );
}

/**
 * Verdict with the reader's keys, unless others are pasted.
 * @param otherKept further facts about what the reader keeps
 */
const verifyWith = (
  text: string,
  keys: readonly string[] | undefined,
  pasted: string,
  otherKept: Kept = {},
): Verdict => verifyProof(text, { ...(keys && { keys }), ...parseKept(pasted), ...otherKept });

interface LongerProofProps {
  checkedFile: CheckedFile;
  /** Called with the downloaded file, which is saved too. */
  onFile: (file: Blob) => void;
  onRefused: (verdict: Verdict) => void;
}

/** Download that reaches back to the reader's checkpoint, if the file does not. */
function LongerProof({
  checkedFile: { verdict, text, fileName },
  onFile,
  onRefused,
}: LongerProofProps): ReactNode {
  const isTooShort = verdict.outcome === 'refused' && verdict.reason === 'kept-not-in-file';
  const keptText = isTooShort ? verdict.kept : '';
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      downloadFile(
        longerProofAddress(parseProofFile(text).stream, keptText),
        `${fileName.replace(/\.gz$/, '')}.gz`,
      ),
    networkMode: 'always',
    onSuccess: onFile,
    onError: (error) =>
      error instanceof Problem && error.code === 'checkpoint-not-found'
        ? onRefused({ outcome: 'refused', reason: 'kept-not-in-log', kept: keptText })
        : toast({ text: errorMessage(error, t`Failed to make the proof`), tone: 'bad' }),
  });
  if (!isTooShort) return null;
  return (
    <Button className="self-start" icon={FileDown} busy={isPending} onClick={() => mutate()}>
      {t`Download again with your checkpoint`}
    </Button>
  );
}

interface FileDropProps {
  isBusy: boolean;
  /** Whether the field is small, because a verdict is shown above it. */
  isSmall: boolean;
  onFile: (file: File) => void;
}

/** Field to drop a file on, with a button that chooses one. */
function FileDrop({ isBusy, isSmall, onFile }: FileDropProps): ReactNode {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const takeFirstFile = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <div
      className={classes(
        'flex items-center gap-3 rounded-card border-[1.5px] border-dashed',
        isSmall ? 'flex-wrap p-4' : 'flex-col px-6 py-8 text-center md:py-12',
        isDraggedOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setDraggedOver(false);
        takeFirstFile(event.dataTransfer.files);
      }}
    >
      <Icon icon={FileSearch} size="l" className="flex-none text-ink-2" />
      <p className={classes('label text-ink-2', isSmall && 'min-w-0 flex-1')} id={hintId}>
        <span className="max-md:hidden">{t`Drop a proof file here, or choose one.`} </span>
        <span className="meta">{t`It ends with .fieldtrace-proof.json.gz`}</span>
      </p>
      <input
        ref={input}
        className="sr-only"
        type="file"
        accept=".gz,.json,application/gzip,application/json"
        tabIndex={-1}
        aria-label={t`Proof file`}
        onChange={({ currentTarget }) => {
          takeFirstFile(currentTarget.files);
          currentTarget.value = '';
        }}
      />
      <Button
        kind={isSmall ? 'plain' : 'primary'}
        busy={isBusy}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        {isSmall ? t`Check another` : t`Choose file`}
      </Button>
    </div>
  );
}

async function fetchKeys(signal: AbortSignal): Promise<readonly string[]> {
  const response = await fetch('/audit/log/keys', { signal });
  if (!response.ok) throw new Error(`Keys: ${response.status}`);
  return (await response.text()).split('\n').filter((line) => line !== '');
}
