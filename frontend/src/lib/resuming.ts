import { type CommandResult, wroteAt } from './position.js';

let soon: () => void = () => undefined;
/** Live registers itself here, so that sending needs to know nothing of sockets. */
export function resumesWith(resumeSoon: () => void): void {
  soon = resumeSoon;
}

/** This browser has written something: let the screens have it, by the socket or by asking again. */
export function caughtUpWith({ position }: Pick<CommandResult, 'position'>): void {
  wroteAt(position);
  soon();
}
