import { Controller, Param, Query, Req } from '@nestjs/common';
import type { Asset, AssetListQuery, AssetUses, StorageInfo } from '@studio/contract/http/assets';
import type { Page } from '@studio/contract/http/paging';
import type { IdParams } from '@studio/contract/http/text';
import { routes } from '@studio/contract/routes';
import type { Request } from 'express';
import { type Caller, CurrentCaller } from '../../common/http/caller.js';
import { Endpoint } from '../../common/http/endpoint.js';
import { AssetsService } from './assets.service.js';
import { UploadsService } from './uploads/uploads.service.js';

@Controller()
export class AssetsController {
  constructor(
    private readonly assets: AssetsService,
    private readonly uploads: UploadsService,
  ) {}

  @Endpoint(routes.listAssets)
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: routes.listAssets.query }) query: AssetListQuery,
  ): Promise<Page<Asset>> {
    return this.assets.list(caller, query);
  }

  @Endpoint(routes.assetStorage)
  storage(@CurrentCaller() caller: Caller): Promise<StorageInfo> {
    return this.assets.storage(caller);
  }

  @Endpoint(routes.uploadAsset)
  upload(@CurrentCaller() caller: Caller, @Req() request: Request): Promise<Asset> {
    return this.uploads.upload(caller, request);
  }

  @Endpoint(routes.deleteAsset)
  remove(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.deleteAsset.params }) { id }: IdParams,
  ): Promise<void> {
    return this.assets.remove(id, caller);
  }

  @Endpoint(routes.assetUses)
  uses(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.assetUses.params }) { id }: IdParams,
  ): Promise<AssetUses> {
    return this.assets.uses(id, caller);
  }
}
