import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { type ProofKind, proofKinds } from '#domain/audit/audit.values.js';
import { usePermissions } from '../../lib/account/session.js';
import { addressOf, errorMessage } from '../../lib/server/api.js';
import { downloadFile } from '../../lib/server/download.js';
import { toast } from '../../ui/feedback/toast.js';
import { proofFileName } from './proof-file-name.js';

const isProofKind = (kind: string): kind is ProofKind =>
  (proofKinds as readonly string[]).includes(kind);

interface ProofDownload {
  readonly isRunning: boolean;
  readonly start: () => void;
}

/** Download of a record's proof; undefined for records and members that have none. */
export function useProofDownload(
  kind: string,
  id: string,
  recordName: string,
): ProofDownload | undefined {
  const may = usePermissions();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      downloadFile(addressOf('/api/proofs/:kind/:id', { kind, id }), proofFileName(recordName)),
    networkMode: 'always',
    onError: (error) =>
      toast({
        text: errorMessage(error, t`Failed to make the proof`),
        tone: 'bad',
        action: { label: t`Retry`, onSelect: () => mutate() },
      }),
  });
  if (!isProofKind(kind) || !may('GET /api/proofs/:kind/:id')) return undefined;
  return { isRunning: isPending, start: () => mutate() };
}
