import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'

/** Returns the distinct names of all values and tags used by a compiled message, in every branch. */
export function listPlaceholders(elements: readonly MessageFormatElement[]): string[] {
  return [...new Set(elements.flatMap(listElementPlaceholders))]
}

function listElementPlaceholders(element: MessageFormatElement): string[] {
  if (element.type === TYPE.literal || element.type === TYPE.pound) return []
  const childNames = 'children' in element ? listPlaceholders(element.children) : []
  const branches = 'options' in element ? Object.values(element.options) : []
  return [element.value, ...childNames, ...branches.flatMap(({ value }) => listPlaceholders(value))]
}
