import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import grpc from '@grpc/grpc-js';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_APPEND_BYTES } from './deciding.js';
import { type Faults, takeFault } from './faults.js';
import type { ExpectedRevision, ProposedEvent } from './records.js';
import type { AppendAnswer, AppendRequest, Store } from './store.js';
import {
  failure,
  nameOf,
  positionMessage,
  proposedOf,
  uuidOf,
  wrongExpectedVersion,
} from './wire.js';

/** Appends unless a fault prevents it. Returns undefined if the stand-in must not answer. */
async function appendUnlessFaulty(
  store: Store,
  faults: Faults,
  request: AppendRequest,
): Promise<AppendAnswer | undefined> {
  if (takeFault(faults, 'hangAppends')) return undefined;
  const isSilent = takeFault(faults, 'commitSilently');
  store.diskFull = faults.diskFull;
  store.largestAppend = faults.largestAppend;
  const answer = await store.append(request);
  return isSilent ? undefined : answer;
}

/**
 * Waits on average for the given time. Timers count whole milliseconds, so a fraction is a chance
 * of one more.
 */
export const delayCall = async (milliseconds: number): Promise<void> => {
  const wholeMs = Math.floor(milliseconds + Math.random());
  if (wholeMs > 0) await wait(wholeMs);
};

/**
 * Handles a call with many appends, each answered under its correlation id. An append may come in
 * several messages.
 */
export const batchAppend =
  (store: Store, faults: Faults, callMs: number) =>
  (call: grpc.ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void => {
    const unfinishedAppends = new Map<
      string,
      { options: BatchAppendReq.Options; proposed: ProposedEvent[] }
    >();
    call.on('data', (request: BatchAppendReq) => {
      if (faults.refuse) return void call.emit('error', refusal(grpc.status.UNAVAILABLE, {}));
      const id = uuidOf(request.getCorrelationId()!);
      const parts = unfinishedAppends.get(id) ?? {
        options: request.getOptions()!,
        proposed: [],
      };
      for (const message of request.getProposedMessagesList())
        parts.proposed.push(proposedOf(message));
      if (!request.getIsFinal()) return void unfinishedAppends.set(id, parts);
      unfinishedAppends.delete(id);
      const wholeAppend = {
        stream: nameOf(parts.options.getStreamIdentifier()),
        expected: expectedOf(parts.options),
        proposed: parts.proposed,
      };
      void delayCall(callMs + faults.delayMs)
        .then(() => appendUnlessFaulty(store, faults, wholeAppend))
        .then((answer) => {
          if (answer && !call.cancelled && !call.destroyed)
            call.write(batchAnswer(request, parts.options, wholeAppend.expected, answer));
        });
    });
    call.on('end', () => call.end());
  };

function expectedOf(options: BatchAppendReq.Options): ExpectedRevision {
  if (options.hasNoStream()) return 'no stream';
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream exists';
  return Number(options.getStreamPosition());
}

function batchAnswer(
  request: BatchAppendReq,
  options: BatchAppendReq.Options,
  expected: ExpectedRevision,
  answer: AppendAnswer,
): BatchAppendResp {
  const response = new streams.BatchAppendResp();
  response.setCorrelationId(request.getCorrelationId());
  response.setStreamIdentifier(options.getStreamIdentifier());
  switch (answer.kind) {
    case 'done': {
      const success = new streams.BatchAppendResp.Success();
      success.setCurrentRevision(String(answer.revision));
      success.setPosition(positionMessage(answer.position));
      response.setSuccess(success);
      break;
    }
    case 'wrong revision':
      response.setError(
        failure(
          grpc.status.FAILED_PRECONDITION,
          'wrong expected version',
          'WrongExpectedVersion',
          wrongExpectedVersion(expected, answer.current),
        ),
      );
      break;
    case 'too large': {
      const details = new shared.MaximumAppendSizeExceeded();
      details.setMaxappendsize(MAX_APPEND_BYTES);
      response.setError(
        failure(
          grpc.status.INVALID_ARGUMENT,
          'maximum append size exceeded',
          'MaximumAppendSizeExceeded',
          details,
        ),
      );
      break;
    }
    case 'not leader':
      response.setError(
        failure(grpc.status.UNAVAILABLE, notReady.details, 'Unknown', new shared.Unknown()),
      );
      break;
    case 'failed':
      response.setError(
        failure(grpc.status.UNKNOWN, answer.message, 'Unknown', new shared.Unknown()),
      );
  }
  return response;
}

/** Handles an append call: its first message has the options, each other one an event. */
export const append =
  (store: Store, faults: Faults, refusalOf: (stream: string) => object | 'never' | undefined) =>
  (
    call: grpc.ServerReadableStream<AppendReq, AppendResp>,
    reply: grpc.sendUnaryData<AppendResp>,
  ): void => {
    const requests: AppendReq[] = [];
    call.on('data', (request: AppendReq) => requests.push(request));
    call.on('end', () => {
      const options = requests[0]!.getOptions()!;
      const stream = nameOf(options.getStreamIdentifier());
      const refusedAppend = refusalOf(stream);
      // A leader without a majority of nodes writes nothing and does not answer.
      if (refusedAppend === 'never') return;
      if (refusedAppend) return reply(refusedAppend as grpc.ServiceError);
      const expected = options.hasRevision()
        ? Number(options.getRevision())
        : options.hasNoStream()
          ? 'no stream'
          : options.hasStreamExists()
            ? 'stream exists'
            : 'any';
      const proposed = requests
        .slice(1)
        .map((request) => proposedOf(request.getProposedMessage()!));
      void appendUnlessFaulty(store, faults, { stream, expected, proposed }).then((answer) => {
        if (answer) singleAnswer(answer, expected, stream, reply);
      });
    });
  };

function singleAnswer(
  answer: AppendAnswer,
  expected: ExpectedRevision,
  stream: string,
  reply: grpc.sendUnaryData<AppendResp>,
): void {
  const response = new streams.AppendResp();
  switch (answer.kind) {
    case 'done': {
      const success = new streams.AppendResp.Success();
      const position = new streams.AppendResp.Position();
      position.setCommitPosition(String(answer.position));
      position.setPreparePosition(String(answer.position));
      success.setCurrentRevision(String(answer.revision));
      success.setPosition(position);
      response.setSuccess(success);
      return reply(null, response);
    }
    case 'wrong revision': {
      const wrongVersion = new streams.AppendResp.WrongExpectedVersion();
      if (answer.current === undefined) wrongVersion.setCurrentNoStream(new shared.Empty());
      else wrongVersion.setCurrentRevision(String(answer.current));
      if (expected === 'any') wrongVersion.setExpectedAny(new shared.Empty());
      else if (expected === 'stream exists')
        wrongVersion.setExpectedStreamExists(new shared.Empty());
      else if (expected === 'no stream') wrongVersion.setExpectedNoStream(new shared.Empty());
      else wrongVersion.setExpectedRevision(String(expected));
      response.setWrongExpectedVersion(wrongVersion);
      return reply(null, response);
    }
    case 'too large':
      return reply(
        refusal(grpc.status.INVALID_ARGUMENT, {
          exception: 'maximum-append-size-exceeded',
          'maximum-append-size': String(MAX_APPEND_BYTES),
        }),
      );
    case 'not leader':
      return reply(notReady);
    case 'failed':
      return reply(refusal(grpc.status.UNKNOWN, { 'stream-name': stream }, answer.message));
  }
}

/**
 * Error of a whole call.
 * @param trailers trailing metadata of the call, which says more about the error
 */
export function refusal(
  code: grpc.status,
  trailers: Readonly<Record<string, string>>,
  details = trailers.exception ?? 'failed',
) {
  const metadata = new grpc.Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return { code, details, metadata };
}

/** Refusal by a node that knows no leader. */
export const notReady = refusal(grpc.status.UNAVAILABLE, {}, 'Server Is Not Ready');
