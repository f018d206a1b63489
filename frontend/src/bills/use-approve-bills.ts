import { plural, t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BillItem } from '#domain/bills/bill.views.js';
import { sendOrQueueCommand, useSingleRun } from '../kit/commands/use-command.js';
import { identity } from '../lib/account/identity.js';
import { invalidateViews, isServerUnreachable } from '../lib/query-client.js';
import { errorMessage } from '../lib/server/api.js';
import { attempt } from '../lib/server/attempts.js';
import { useNetwork } from '../lib/server/network.js';
import { toast } from '../ui/feedback/toast.js';

/** Bill that was not approved, with the reason. */
interface RefusedBill {
  readonly bill: BillItem;
  readonly text: string;
}

/**
 * Approves several bills, one command for each. A refused bill does not stop the others; a lost
 * network does.
 */
export function useApproveBills() {
  const isOffline = useNetwork((state) => state.isBrowserOffline);
  const [refusedBills, setRefusedBills] = useState<readonly RefusedBill[]>([]);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (bills: readonly BillItem[]) => {
      const author = identity();
      const newlyRefused: RefusedBill[] = [];
      let approved = 0;
      for (const bill of bills) {
        const { billId, revision } = bill;
        try {
          await attempt('ApproveBill', { billId }, (id) =>
            sendOrQueueCommand('ApproveBill', { billId }, { id, author, revision }),
          );
          approved += 1;
        } catch (error) {
          const text = errorMessage(error, t`Failed to update bill status`);
          newlyRefused.push({ bill, text });
          if (isServerUnreachable(error)) break;
        }
      }
      setRefusedBills(newlyRefused);
      if (newlyRefused.length > 0) void invalidateViews(['bill-list']);
      if (approved > 0)
        toast({
          text: plural(approved, { one: '# bill approved', other: '# bills approved' }),
        });
    },
  });
  const approve = useSingleRun((bills: readonly BillItem[]) => mutateAsync(bills));
  return {
    approve: (bills: readonly BillItem[]): void => void approve(bills),
    refusedBills,
    busy: isPending,
    disabled: isOffline,
  };
}
