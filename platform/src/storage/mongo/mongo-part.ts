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

/** Deadlines of calls in milliseconds. The server ends a transaction after a minute. */
export const DEADLINES_MS = {
  call: 5_000,
  transaction: 55_000,
  createCollections: 10 * 60_000,
} as const;

/** The data was rejected, e.g. because a document is too large. A retry cannot help. */
export class DataRejected extends Error {}

/** Database with a deadline on every call. Failures of the server become `Unavailable`. */
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
const SERVER_TROUBLE_CODES: ReadonlySet<number> = new Set(
  Object.values({
    HostUnreachable: 6,
    HostNotFound: 7,
    NetworkTimeout: 89,
    NetworkInterfaceExceededTimeLimit: 202,
    SocketException: 9_001,
    ShutdownInProgress: 91,
    PrimarySteppedDown: 189,
    NotWritablePrimary: 10_107,
    InterruptedAtShutdown: 11_600,
    Interrupted: 11_601,
    InterruptedDueToReplStateChange: 11_602,
    NotPrimaryNoSecondaryOk: 13_435,
    NotPrimaryOrSecondary: 13_436,
    WriteConcernTimeout: 64,
    IncompatibleElectionProtocol: 75,
    UnsatisfiableWriteConcern: 100,
    FailedToSatisfyReadPreference: 133,
    ReadConcernMajorityNotAvailableYet: 134,
    LockTimeout: 24,
    LockBusy: 46,
    MaxTimeMSExpired: 50,
    WriteConflict: 112,
    QueryPlanKilled: 175,
    CursorKilled: 237,
    ExceededTimeLimit: 262,
    TransactionExceededLifetimeLimitSeconds: 290,
    TemporarilyUnavailable: 365,
    CursorNotFound: 43,
    NoSuchSession: 206,
    TransactionTooOld: 225,
    NoSuchTransaction: 251,
    UnknownError: 8,
    UserNotFound: 11,
    Unauthorized: 13,
    AuthenticationFailed: 18,
    OutOfDiskSpace: 14_031,
  }),
);
