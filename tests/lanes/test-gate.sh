#!/bin/sh
# `launch --fail-on starving,compensated,at-risk -- dotnet test`, so many times (10 unless said) with a healthy xUnit project and with
# one whose work items sleep: the first passes each time, the second is caught each time, and the platform is never the cause.
home=$(cd "$(dirname "$0")/../.." && pwd)
out=$home/artifacts/lanes/test-gate
times=${1:-10}
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1
rm -rf "$out"
# The projects are a user's: only the versions of the packages are this repository's.
mkdir -p "$out"
echo '<Project />' > "$out/Directory.Build.props"

# project NAME < its tests: an xUnit project.
project() {
  mkdir -p "$out/$1"
  cat > "$out/$1/Tests.cs"
  cat > "$out/$1/$1.csproj" << 'END'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><IsTestProject>true</IsTestProject></PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Microsoft.NET.Test.Sdk" />
    <PackageReference Include="xunit" />
    <PackageReference Include="xunit.runner.visualstudio" PrivateAssets="all" />
    <Using Include="Xunit" />
  </ItemGroup>
</Project>
END
  dotnet build "$out/$1" -v quiet || exit 1
}

project Healthy << 'END'
namespace Shop;

public class OrderTests
{
    public static IEnumerable<object[]> Rows() => Enumerable.Range(0, 40).Select(i => new object[] { i });

    [Theory, MemberData(nameof(Rows))]
    public async Task Loads(int i) => Assert.Equal(i, await Task.Run(async () => { await Task.Delay(100); return i; }));
}

public class StockTests
{
    public static IEnumerable<object[]> Rows() => OrderTests.Rows();

    [Theory, MemberData(nameof(Rows))]
    public async Task Counts(int i)
    {
        for (int step = 0; step < 10; step++) await Task.Delay(10);
        Assert.InRange(i, 0, 39);
    }
}
END
project Starving << 'END'
namespace Shop;

public static class Orders
{
    public static int Load(int id)
    {
        Thread.Sleep(250);
        return id;
    }
}

public class OrderTests
{
    [Fact]
    public async Task Loads() =>
        Assert.Equal(60, (await Task.WhenAll(Enumerable.Range(0, 60).Select(i => Task.Run(() => Orders.Load(i))))).Length);
}
END
dotnet build "$home/runtime/ThreadPoolDoctor.Tool" -c Release -v quiet || exit 1

passed=0 wrong=0
# gate PROJECT CODE TEXT: the exit code, and what the report has to say; of no report may the platform be a part.
gate() {
  report=$out/$1.md
  dotnet exec "$home/artifacts/bin/ThreadPoolDoctor.Tool/release/dotnet-tpdoctor.dll" launch --fail-on starving,compensated,at-risk \
    -o "$report" -- dotnet test --no-build "$out/$1" > "$out/$1.log" 2>&1
  code=$?
  if [ $code -eq "$2" ] && grep -q "$3" "$report" && ! grep -Eq 'Xunit|TestPlatform|InnerInvoke' "$report"; then
    passed=$((passed + 1))
    return
  fi
  wrong=$((wrong + 1))
  printf '%s: exit code %s for %s\n' "$1" "$code" "$2"
  cat "$report" "$out/$1.log"
}
round=0
while [ $round -lt "$times" ]; do
  gate Healthy 0 'pool is healthy'
  gate Starving 10 'Shop.Orders.Load(int)'
  round=$((round + 1))
done
printf '%s passed, %s failed, 0 not run\n' $passed $wrong
[ $wrong -eq 0 ]
