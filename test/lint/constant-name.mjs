const isNumber = (node) =>
  (node?.type === 'Literal' && typeof node.value === 'number') ||
  (node?.type === 'BinaryExpression' && isNumber(node.left) && isNumber(node.right));

/** ESLint rule: a number of a module has a name in capitals, with its unit if it has one. */
export const constantName = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { capitals: 'Name a constant number in capitals with its unit, not "{{name}}".' },
  },
  create: (context) => ({
    'Program > VariableDeclaration, Program > ExportNamedDeclaration > VariableDeclaration'({
      kind,
      declarations,
    }) {
      for (const { id, init } of declarations)
        if (kind === 'const' && isNumber(init) && /[a-z]/.test(id.name))
          context.report({ loc: id.loc, messageId: 'capitals', data: { name: id.name } });
    },
  }),
};
