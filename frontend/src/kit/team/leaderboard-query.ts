import { leaderboardView } from '#domain/visits/leaderboard.js';
import type { LeaderboardMeasure } from '#domain/visits/visit.values.js';
import { answerOf } from '../records/answer.js';

const views = ['dashboard', leaderboardView, 'team', 'organization', 'people'];

/** Leaderboard by leads and visits together. */
export const leaderboardAnswer = answerOf('/api/leaderboard', views, {});

export const leaderboardAnswerBy = (by: LeaderboardMeasure) =>
  answerOf('/api/leaderboard', views, { by });
