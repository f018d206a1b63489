import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/buttons/copy-button.js';

/** Invite code in large letters, with a copy button. */
export function InviteCode({ code }: { code: string }): ReactNode {
  return (
    <div className="stack gap-1.5">
      <span className="label font-medium" id="invite-code">
        {t`Invite code`}
      </span>
      {/* wraps on a narrow phone */}
      <div className="card flex flex-wrap items-center gap-3 py-3 pr-3 pl-5">
        <output
          aria-labelledby="invite-code"
          className="num font-strong flex-auto text-figure tracking-[0.08em] select-all"
        >
          {code}
        </output>
        <CopyButton text={code} />
      </div>
    </div>
  );
}
