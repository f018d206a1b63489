import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

interface PhotoInputProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'accept' | 'capture' | 'multiple'
> {
  /** Ref for the visible button, which clicks the input. */
  ref: Ref<HTMLInputElement>;
  onFiles: (files: FileList | null) => Promise<void> | void;
  /** Accessible name, if no visible text describes it. */
  'aria-label'?: string;
  'data-testid'?: string;
}

/** Hidden file input. Emptied after use, so that the same file can be chosen again. */
export function PhotoInput({ onFiles, accept = 'image/*', ...rest }: PhotoInputProps): ReactNode {
  const readFiles = async (input: HTMLInputElement): Promise<void> => {
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
      onChange={({ currentTarget }) => void readFiles(currentTarget)}
    />
  );
}
