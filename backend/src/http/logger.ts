export { type Logger, makeLogger } from '#platform/process/logger.js';
