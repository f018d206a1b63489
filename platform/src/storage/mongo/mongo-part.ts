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
 * Deadlines of calls in milliseconds; the client has none. The server ends a transaction after a
 * minute.
 */
export const DEADLINES_MS = {
  call: 5_000,
  transaction: 55_000,
  createCollections: 10 * 60_000,
} as const;

/**
 * The server or the client rejected the data, e.g. a document that is too large. A retry cannot
 * help.
 */
export class DataRejected extends Error {}

/**
 * Database with a deadline on every call. Failures of the server become `Unavailable` with the
 * part's name.
 */
export class MongoPart {
  constructor(
    readonly db: Db,
    private readonly name: string,
  ) {}

  /**
   * Calls the server. A call may still take effect after its deadline.
   * @throws Unavailable if the server cannot be reached, or cannot serve now
   * @throws DataRejected if the server does not accept the data
   */
  async ask<Result>(
    work: () => Promise<Result>,
    milliseconds: number = DEADLINES_MS.call,
  ): Promise<Result> {
    try {
      return await withDeadline(work(), milliseconds, () => this.unavailable('does not answer'));
    } catch (error) {
      // The client serializes into a buffer of MongoDB's largest document size.
      if (
        (error as NodeJS.ErrnoException).code === 'ERR_OUT_OF_RANGE' ||
        error instanceof BSON.BSONError
      )
        throw this.dataRejected(error as Error);
      throw error instanceof MongoError ? this.toFailure(error) : error;
    }
  }

  private toFailure(error: MongoError): Error {
    if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError)
      return this.unavailable('cannot be reached', error);
    if (!(error instanceof MongoServerError))
      return error instanceof MongoInvalidArgumentError
        ? this.dataRejected(error)
        : this.unavailable(`cannot be used: ${error.name}`, error);
    // A bulk write that lost its connection has no code.
    if (error.code === undefined) return this.unavailable('cannot be reached', error);
    return isServerTrouble(error)
      ? this.unavailable(`refuses: ${errorName(error)}`, error)
      : this.dataRejected(error);
  }

  /** The message omits the error's text, which may quote the data; the cause has it. */
  private dataRejected(error: Error): DataRejected {
    return new DataRejected(
      `MongoDB (${this.name}) does not take this: ${error instanceof MongoServerError ? errorName(error) : error.name}`,
      {
        cause: error,
      },
    );
  }

  private unavailable(reason: string, cause?: unknown): Unavailable {
    return new Unavailable(`MongoDB (${this.name}) ${reason}`, { cause });
  }
}

export const isDuplicate = (error: unknown) =>
  error instanceof MongoServerError && error.code === 11_000;

/**
 * Retries an upsert once: if it loses an insert race, it fails as a duplicate, and then updates.
 */
export async function retryOnDuplicate<Result>(upsert: () => Promise<Result>): Promise<Result> {
  try {
    return await upsert();
  } catch (error) {
    if (isDuplicate(error)) return upsert();
    throw error;
  }
}

const errorName = ({ codeName, code }: MongoServerError) => codeName ?? code;

/**
 * Whether a retry may succeed: no primary, a timeout, a shut-down, a full disk, or missing rights.
 */
const isServerTrouble = (error: MongoServerError) =>
  TRANSIENT_LABELS.some((label) => error.hasErrorLabel(label)) ||
  SERVER_TROUBLE_CODES.has(Number(error.code));

const TRANSIENT_LABELS = [
  MongoErrorLabel.TransientTransactionError,
  MongoErrorLabel.UnknownTransactionCommitResult,
  MongoErrorLabel.RetryableWriteError,
];

/** Error codes of MongoDB's `error_codes.yml`. */
const SERVER_TROUBLE_CODES: ReadonlySet<number> = new Set([
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
