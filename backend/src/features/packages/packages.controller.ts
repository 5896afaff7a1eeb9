import { Body, Controller, Header, Ip, Query } from '@nestjs/common';
import {
  type PackageList,
  PackageQuery,
  type ResolvedPackages,
  ResolvePackages,
} from '@studio/contract/packages/package-routes';
import { routes } from '@studio/contract/routes';
import { networkOf } from '../../common/http/caller.js';
import { Endpoint } from '../../common/http/endpoint.js';
import { PackagesService } from './packages.service.js';

@Controller()
export class PackagesController {
  constructor(private readonly packages: PackagesService) {}

  @Endpoint(routes.searchPackages)
  @Header('cache-control', 'no-cache')
  search(
    @Query({ schema: PackageQuery }) { search }: PackageQuery,
    @Ip() address: string,
  ): Promise<PackageList> {
    return this.packages.search(search, networkOf(address));
  }

  @Endpoint(routes.resolvePackages)
  resolve(
    @Body({ schema: ResolvePackages }) asked: ResolvePackages,
    @Ip() address: string,
  ): Promise<ResolvedPackages> {
    return this.packages.resolve(asked, networkOf(address));
  }
}
