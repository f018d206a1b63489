import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

interface PhotoInputProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'capture' | 'multiple'> {
  /** Pressed by the button that is seen. */
  ref: Ref<HTMLInputElement>;
  onFiles: (files: FileList | null) => Promise<void>;
  'data-testid'?: string;
}

/** What a button for photos opens. The same photo can be chosen again, so it is emptied once they are taken. */
export function PhotoInput({ onFiles, ...rest }: PhotoInputProps): ReactNode {
  return (
    <input
      {...rest}
      className="vh"
      type="file"
      accept="image/*"
      tabIndex={-1}
      aria-hidden
      onChange={({ currentTarget }) => void onFiles(currentTarget.files).then(() => (currentTarget.value = ''))}
    />
  );
}
