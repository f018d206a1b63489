import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

interface PhotoInputProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'accept' | 'capture' | 'multiple'> {
  /** Pressed by the button that is seen. */
  ref: Ref<HTMLInputElement>;
  onFiles: (files: FileList | null) => Promise<void> | void;
  /** Where nothing that is seen says what it takes. */
  'aria-label'?: string;
  'data-testid'?: string;
}

/** What a button for photos opens, or for documents. The same one can be chosen again, so it is emptied once they are taken. */
export function PhotoInput({ onFiles, accept = 'image/*', ...rest }: PhotoInputProps): ReactNode {
  const take = async (input: HTMLInputElement): Promise<void> => {
    await onFiles(input.files);
    input.value = '';
  };
  return (
    <input
      {...rest}
      className="sr-only"
      type="file"
      accept={accept}
      tabIndex={-1}
      aria-hidden={rest['aria-label'] === undefined}
      onChange={({ currentTarget }) => void take(currentTarget)}
    />
  );
}
