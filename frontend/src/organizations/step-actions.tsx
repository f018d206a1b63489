import type { ReactNode } from 'react';
import './organizations.css';

/** The buttons of a step: at the thumb on the phone, under the form on a desktop. */
export function StepActions({ children }: { children: ReactNode }): ReactNode {
  return <div className="onboarding-acts">{children}</div>;
}
