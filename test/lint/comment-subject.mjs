/** Words without a named subject. A comment that begins with one has to be read twice. */
const WITHOUT_SUBJECT = /^(What|Who|Whom|Whose|Of|As|One|Where|Which|Nor|It|The same)\b/;

const textOf = (comment) => comment.value.replace(/^[\s*]+/, '');

/** Whether a line comment continues the one above it. */
const isContinuation = (comment, before) =>
  comment.type === 'Line' &&
  before?.type === 'Line' &&
  before.loc.end.line === comment.loc.start.line - 1 &&
  before.loc.start.column === comment.loc.start.column;

/** ESLint rule: a comment begins with a named thing, or with a verb in the third person. */
export const commentSubject = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { subject: 'A comment begins with the thing it is about, not with "{{word}}".' },
  },
  create: (context) => ({
    Program() {
      const comments = context.sourceCode.getAllComments();
      for (const [index, comment] of comments.entries()) {
        const word = WITHOUT_SUBJECT.exec(textOf(comment))?.[1];
        if (!word || isContinuation(comment, comments[index - 1])) continue;
        context.report({ loc: comment.loc, messageId: 'subject', data: { word } });
      }
    },
  }),
};
