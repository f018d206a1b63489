import { valueTexts } from '../kernel/texts/texts.js';
import { auditKinds } from './audit.values.js';

export const auditKindText = valueTexts(auditKinds);
