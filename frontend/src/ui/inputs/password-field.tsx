import { t } from '@lingui/core/macro';
import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { IconButton } from '../buttons/button.js';
import { Input } from './input.js';

/**
 * Password input that can be revealed. `autoComplete` tells password managers old from new ones.
 */
export function PasswordField(
  props: Omit<ComponentProps<'input'>, 'type'> & {
    autoComplete: 'current-password' | 'new-password';
  },
): ReactNode {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative flex">
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={isShown ? 'text' : 'password'}
        className="pr-12"
      />
      <IconButton
        label={isShown ? t`Hide password` : t`Show password`}
        icon={isShown ? EyeOff : Eye}
        aria-pressed={isShown}
        className="absolute inset-y-0 right-0"
        onClick={() => setShown(!isShown)}
      />
    </div>
  );
}

/** Hidden username, by which password managers recognize the account. */
export const AccountOfPassword = ({ phone }: { phone: string }): ReactNode => (
  <input
    type="text"
    name="username"
    autoComplete="username"
    className="sr-only"
    value={phone}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
);
