import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.js';
import './invite-code.css';

/** The code large enough to read out on the phone, and a button that copies it. */
export function InviteCode({ code }: { code: string }): ReactNode {
  return (
    <div className="stack gap-1.5">
      <span className="label medium" id="invite-code">
        <Trans>Invite code</Trans>
      </span>
      <div className="invite-code">
        <output aria-labelledby="invite-code">{code}</output>
        <CopyButton text={code} />
      </div>
    </div>
  );
}
