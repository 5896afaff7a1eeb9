import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventPublisher } from '../../common/domain-events.js';
import { MetricsService } from './metrics.service.js';

/** Measures what features tell of themselves. */
@Injectable()
export class DomainMetrics implements OnModuleInit {
  constructor(
    private readonly events: EventPublisher,
    private readonly metrics: MetricsService,
  ) {}

  onModuleInit(): void {
    this.events.subscribe('project.save-ended', ({ outcome, seconds }) =>
      this.metrics.saves.observe({ outcome }, seconds),
    );
    this.events.subscribe('asset.upload-ended', ({ outcome, bytes, seconds }) => {
      this.metrics.uploads.observe({ outcome }, seconds);
      this.metrics.uploadedBytes.inc(bytes);
    });
    // Until the first comparison nothing is known to differ.
    for (const state of ['orphaned', 'held_back', 'missing']) this.metrics.storageFiles.set({ state }, 0);
    this.events.subscribe('storage.compared', ({ orphans, deleted, heldBack, missing }) => {
      this.metrics.storageFiles.set({ state: 'orphaned' }, orphans - deleted);
      this.metrics.storageFiles.set({ state: 'held_back' }, heldBack);
      this.metrics.storageFiles.set({ state: 'missing' }, missing);
    });
  }
}
