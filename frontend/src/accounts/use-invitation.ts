import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvitationRead } from '#domain/accounts/account.views.js';
import { readInvitationForm } from '#domain/accounts/signing-in.forms.js';
import { readInvitation } from './auth.js';

/** Time after which the step stops waiting for the answer and shows the ordinary form. */
const INVITATION_TIMEOUT_MS = 4_000;

/**
 * Invitation behind the link's code; undefined if the code is unknown or the server unreachable.
 */
export function useInvitation(
  inviteCode: string,
  phone: string,
): {
  readonly invitation: InvitationRead | undefined;
  readonly isLoading: boolean;
  /** Shows the ordinary form instead. */
  readonly dismiss: () => void;
} {
  const [isDismissed, setDismissed] = useState(false);
  const parsed = readInvitationForm.safeParse({ inviteCode, phone });
  // without a valid number, ask by the code alone
  const form = parsed.success ? parsed.data : readInvitationForm.safeParse({ inviteCode }).data;
  const { data, isPending, fetchStatus } = useQuery({
    queryKey: ['invitation', form],
    queryFn: () =>
      Promise.race([
        readInvitation(form!.inviteCode, form!.phone).catch(() => null),
        new Promise<null>((resolve) => {
          setTimeout(() => resolve(null), INVITATION_TIMEOUT_MS);
        }),
      ]),
    enabled: form !== undefined && !isDismissed,
    staleTime: Infinity,
  });
  return {
    invitation: isDismissed ? undefined : (data ?? undefined),
    isLoading: isPending && fetchStatus === 'fetching',
    dismiss: () => setDismissed(true),
  };
}
