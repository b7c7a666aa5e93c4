import type { Command } from '../command.ts'
import { evaluateModelCommand } from './evaluate-model.ts'
import { closeEventCommand, reopenEventCommand } from './event-close.ts'
import { coverEventCommand } from './event-cover.ts'
import { createEventCommand } from './event-create.ts'
import { hideEventCommand, publishEventCommand } from './event-hide.ts'
import { listEventsCommand, showEventCommand } from './event-list.ts'
import { eraseFacesCommand, switchFacesOffCommand, switchFacesOnCommand } from './faces.ts'
import { addFrameCommand } from './frame.ts'
import { ingestCommand } from './ingest.ts'
import { installModelCommand, listModelsCommand, useModelCommand } from './models.ts'
import { closePreordersCommand, openPreordersCommand, publishPreordersCommand } from './preorder.ts'
import { addProductCommand } from './product.ts'
import {
  createPromoCommand,
  listPromosCommand,
  switchPromoOffCommand,
  switchPromoOnCommand,
} from './promo.ts'
import { refundCommand } from './refund.ts'
import { importStartListCommand } from './start-list.ts'
import {
  addTenantCommand,
  checkTenantCommand,
  listTenantsCommand,
  removeTenantCommand,
  showTenantCommand,
} from './tenant.ts'
import { newTenantCommand } from './tenant-new.ts'
import { previewVideoCommand } from './video.ts'

/** Lists all commands of the command line. */
export const commands: readonly Command[] = [
  createEventCommand,
  listEventsCommand,
  showEventCommand,
  coverEventCommand,
  closeEventCommand,
  reopenEventCommand,
  hideEventCommand,
  publishEventCommand,
  importStartListCommand,
  ingestCommand,
  previewVideoCommand,
  switchFacesOffCommand,
  switchFacesOnCommand,
  eraseFacesCommand,
  listModelsCommand,
  installModelCommand,
  useModelCommand,
  evaluateModelCommand,
  addFrameCommand,
  addProductCommand,
  openPreordersCommand,
  closePreordersCommand,
  publishPreordersCommand,
  newTenantCommand,
  listTenantsCommand,
  showTenantCommand,
  checkTenantCommand,
  addTenantCommand,
  removeTenantCommand,
  createPromoCommand,
  listPromosCommand,
  switchPromoOffCommand,
  switchPromoOnCommand,
  refundCommand,
]
