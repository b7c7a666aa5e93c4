import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'

/** Returns the distinct names of all values and tags used by a compiled message, in every branch. */
export function namesInMessage(elements: readonly MessageFormatElement[]): string[] {
  return [...new Set(elements.flatMap(namesInElement))]
}

function namesInElement(element: MessageFormatElement): string[] {
  if (element.type === TYPE.literal || element.type === TYPE.pound) return []
  const inside = 'children' in element ? namesInMessage(element.children) : []
  const branches = 'options' in element ? Object.values(element.options) : []
  return [element.value, ...inside, ...branches.flatMap(({ value }) => namesInMessage(value))]
}
