import type { Linter, Rule } from 'eslint'
import compat from 'eslint-plugin-compat'
import esX from 'eslint-plugin-es-x'
import { findUnsupportedFeatures } from './bcd.ts'

const { byName, paths } = findUnsupportedFeatures()

/** Reports `object.method()` and `new object.Class()`, but not `object.method?.()`, which checks first. */
const membersRule: Rule.RuleModule = {
  create(context) {
    const checkNode = (node: Rule.Node) => {
      if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
        return
      if (node.type === 'CallExpression' && node.optional) return
      const { name } = callee.property
      const path = callee.object.type === 'Identifier' ? `${callee.object.name}.${name}` : name
      const interfaces = paths.has(path) ? [path] : byName.get(name)
      if (interfaces)
        context.report({
          node: callee.property,
          message: `${interfaces.join(', ')} is not supported by the oldest browsers`,
        })
    }
    return { CallExpression: checkNode, NewExpression: checkNode }
  },
}

/** Rules for built scripts: syntax and APIs that each browser of `browserslist` in package.json has. */
export const supportedFeaturesConfig: Linter.Config[] = [
  {
    files: ['**/*.js'],
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
    plugins: { compat, 'es-x': esX, support: { rules: { members: membersRule } } },
    rules: {
      // the last edition that all of them fully support
      ...(esX.configs['flat/restrict-to-es2023'].rules as Linter.RulesRecord),
      ...(esX.configs['flat/no-new-in-esnext'].rules as Linter.RulesRecord),
      // Safari supports it since 16.4. Builds do not transpile regular expressions, and a script with an unsupported one does
      // not start
      'es-x/no-regexp-lookbehind-assertions': 'error',
      'compat/compat': 'error',
      'support/members': 'error',
    },
  },
]
