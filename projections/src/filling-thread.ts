import { language } from '#domain/language.js';
import { eventsRead } from '#platform/command-handling/write-side.js';
import { fillOnThisThread } from '#platform/filling-apart/filling-thread.js';
import { allProjections } from './all-projections.js';

/** The thread on which all views of the product are filled anew. */
fillOnThisThread({ projections: allProjections, reading: (parts) => eventsRead({ language, ...parts }) });
