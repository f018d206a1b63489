import {
  BSON,
  type Db,
  MongoError,
  MongoErrorLabel,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { withDeadline } from '../../common/deadline.js';
import { Unavailable } from '../../common/unavailable.js';

/**
 * How long a call may take in all, in milliseconds. The client has no such limit of its own; the
 * server ends a transaction after a minute.
 */
export const deadlines = { call: 5_000, transaction: 55_000, making: 10 * 60_000 } as const;

/**
 * The server, or the client for it, does not take what it was given, e.g. a document that is too
 * large, and would not take it again.
 */
export class Refused extends Error {}

/**
 * Database with a deadline on every call. Failures of the server become `Unavailable`, with the
 * part's name.
 */
export class MongoPart {
  constructor(
    readonly db: Db,
    private readonly name: string,
  ) {}

  /**
   * Calls the server. A call may still take effect after its deadline.
   * @throws Unavailable if the server cannot be reached, or cannot do anything now
   * @throws Refused if the server does not accept the data
   */
  async ask<Result>(
    work: () => Promise<Result>,
    milliseconds: number = deadlines.call,
  ): Promise<Result> {
    try {
      return await withDeadline(work(), milliseconds, () => this.unavailable('does not answer'));
    } catch (error) {
      // The client writes documents into a buffer of the largest size that there is: a larger one
      // is out of its range.
      if (
        (error as NodeJS.ErrnoException).code === 'ERR_OUT_OF_RANGE' ||
        error instanceof BSON.BSONError
      )
        throw this.refused(error as Error);
      throw error instanceof MongoError ? this.failureOf(error) : error;
    }
  }

  private failureOf(error: MongoError): Error {
    if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError)
      return this.unavailable('cannot be reached', error);
    if (!(error instanceof MongoServerError))
      return error instanceof MongoInvalidArgumentError
        ? this.refused(error)
        : this.unavailable(`cannot be used: ${error.name}`, error);
    // A bulk write whose connection was lost says nothing of what it was given.
    if (error.code === undefined) return this.unavailable('cannot be reached', error);
    return isTroubleOfServer(error)
      ? this.unavailable(`refuses: ${nameOf(error)}`, error)
      : this.refused(error);
  }

  /** Its words may repeat what it was given: the cause has them. */
  private refused(error: Error): Refused {
    return new Refused(
      `MongoDB (${this.name}) does not take this: ${error instanceof MongoServerError ? nameOf(error) : error.name}`,
      {
        cause: error,
      },
    );
  }

  private unavailable(why: string, cause?: unknown): Unavailable {
    return new Unavailable(`MongoDB (${this.name}) ${why}`, { cause });
  }
}

export const isDuplicate = (error: unknown) =>
  error instanceof MongoServerError && error.code === 11_000;

/** An upsert that loses a race to insert fails as a duplicate; repeated, it updates. */
export async function retryOnDuplicate<Result>(upsert: () => Promise<Result>): Promise<Result> {
  try {
    return await upsert();
  } catch (error) {
    if (isDuplicate(error)) return upsert();
    throw error;
  }
}

const nameOf = ({ codeName, code }: MongoServerError) => codeName ?? code;

/**
 * The server may take the same another time: it has no primary or no time, is shutting down, is
 * full, or lacks our rights.
 */
const isTroubleOfServer = (error: MongoServerError) =>
  passing.some((label) => error.hasErrorLabel(label)) || troublesOfServer.has(Number(error.code));

const passing = [
  MongoErrorLabel.TransientTransactionError,
  MongoErrorLabel.UnknownTransactionCommitResult,
  MongoErrorLabel.RetryableWriteError,
];

/** Codes of the server's `error_codes.yml`. */
const troublesOfServer: ReadonlySet<number> = new Set([
  // HostUnreachable, HostNotFound, NetworkTimeout, NetworkInterfaceExceededTimeLimit,
  // SocketException
  ...[6, 7, 89, 202, 9_001],
  // ShutdownInProgress, PrimarySteppedDown, NotWritablePrimary, Interrupted…, NotPrimary…
  ...[91, 189, 10_107, 11_600, 11_601, 11_602, 13_435, 13_436],
  // WriteConcernTimeout, IncompatibleElectionProtocol, UnsatisfiableWriteConcern,
  // FailedToSatisfyReadPreference, ReadConcernMajorityNotAvailableYet
  ...[64, 75, 100, 133, 134],
  // LockTimeout, LockBusy, MaxTimeMSExpired, WriteConflict, QueryPlanKilled, CursorKilled,
  // ExceededTimeLimit, TransactionExceededLifetimeLimitSeconds, TemporarilyUnavailable
  ...[24, 46, 50, 112, 175, 237, 262, 290, 365],
  ...[43, 206, 225, 251], // CursorNotFound, NoSuchSession, TransactionTooOld, NoSuchTransaction
  ...[8, 11, 13, 18], // UnknownError, UserNotFound, Unauthorized, AuthenticationFailed
  14_031, // OutOfDiskSpace
]);
