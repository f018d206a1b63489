import type { TransProps } from '@lingui/react';
import { TransNoContext } from '@lingui/react/server';
import type { ReactNode } from 'react';
import { i18n } from './i18n.js';

const lingui = { i18n, _: i18n._.bind(i18n) };

/** Component of the `<Trans>` macro: text with elements inside. */
export const Trans = (props: TransProps): ReactNode => (
  <TransNoContext {...props} lingui={lingui} />
);
