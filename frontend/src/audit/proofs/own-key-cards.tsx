import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/buttons/button.js';
import { Banner } from '../../ui/feedback/banner.js';
import { Field } from '../../ui/inputs/field.js';
import { TextArea } from '../../ui/inputs/input.js';
import { DisclosureRow } from '../../ui/layout/disclosure.js';
import { storeOwnKeys, removeOwnKeys } from './own-keys.js';

/** Form for a key that the reader received elsewhere. Proofs are then compared with it. */
export const KeepOwnKey = ({ onStored }: { onStored: () => void }): ReactNode => (
  <DisclosureRow
    summary={t`Keep your own key`}
    hint={t`Each proof is then compared with it on this device.`}
  >
    <div className="stack gap-3">
      <p className="text-ink-2">
        {t`The server could show you another key than before. Keep the one that you received elsewhere, such as from an earlier print of the auditor’s page.`}
      </p>
      <OwnKeyForm onStored={onStored} />
    </div>
  </DisclosureRow>
);

interface OwnKeysProps {
  /** Keys of the reader, kept on this device. */
  ownKeys: readonly string[];
  /** Keys of this server; undefined without a network. */
  serverKeys: readonly string[] | undefined;
  onRemoved: () => void;
}

/** Says with whose key proofs are compared. */
export function OwnKeys({ ownKeys, serverKeys, onRemoved }: OwnKeysProps): ReactNode {
  const hasOtherServerKey = serverKeys?.every((key) => !ownKeys.includes(key)) === true;
  const actions = (
    <Button
      onClick={() => {
        removeOwnKeys();
        onRemoved();
      }}
    >{t`Remove`}</Button>
  );
  return (
    <div className="stack gap-2">
      {hasOtherServerKey ? (
        <Banner tone="danger" inset actions={actions}>
          {t`This server signs with another key than yours. Ask whoever runs it why, before you rely on its proofs.`}
        </Banner>
      ) : (
        <Banner tone="info" inset actions={actions}>
          {plural(ownKeys.length, {
            one: 'Proofs are compared with the key that you keep on this device.',
            other: 'Proofs are compared with the # keys that you keep on this device.',
          })}{' '}
          {serverKeys && t`This server has it too.`}
        </Banner>
      )}
      <code className="text-meta wrap-anywhere text-ink-2">{ownKeys[0]}</code>
    </div>
  );
}

function OwnKeyForm({ onStored }: { onStored: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const isStored = storeOwnKeys(text);
        setWrong(!isStored);
        if (isStored) onStored();
      }}
    >
      <Field
        label={t`Your public key`}
        hint={t`Paste its whole text, as it was downloaded, scanned or sent.`}
        error={isWrong && t`This is no public key. Paste its whole text.`}
      >
        <TextArea
          rows={3}
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            setWrong(false);
          }}
        />
      </Field>
      <Button type="submit" className="self-start">{t`Keep on This Device`}</Button>
    </form>
  );
}
