import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditEntries, AuditLogService } from './audit-log.service.js';

@Module({
  controllers: [AuditController],
  providers: [AuditLogService, AuditEntries],
  exports: [AuditLogService],
})
export class AuditModule {}
