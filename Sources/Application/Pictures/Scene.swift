import Foundation

/// A drawn landscape: sky, sun or moon, clouds, hills, and on them water, a town or a forest.
struct Scene {
    private var random: SplitMix64
    private let light: Light
    private let canvas: Canvas

    /// Draws the scene of `seed` on a new canvas; `nil` if there is not enough memory.
    static func draw(seed: UInt64, size: PictureSize) -> Canvas? {
        guard let canvas = Canvas(width: size.width, height: size.height) else { return nil }
        var random = SplitMix64(seed: seed)
        let light = Light.all[random.roll(0...Light.all.count - 1)]
        var scene = Scene(random: random, light: light, canvas: canvas)
        scene.drawEverything()
        return canvas
    }

    private mutating func drawEverything() {
        let width = canvas.width
        let height = canvas.height
        canvas.gradient(from: light.zenith, to: light.horizon, top: 0, bottom: height)
        drawSun()
        drawClouds()
        let ground = random.roll(0...2)
        drawHills(base: height * 6 / 10, roughness: 70, share: 0.35)
        drawHills(base: height * 7 / 10, roughness: 45, share: 0.65)
        switch ground {
        case 0: drawWater(from: height * 7 / 10)
        case 1: drawTown(ground: height * 9 / 10)
        default:
            drawHills(base: height * 8 / 10, roughness: 25, share: 0.9)
            drawForest(ground: height * 8 / 10)
        }
        if random.chance(of: 40) {
            drawBirds(in: width, height * 4 / 10)
        }
    }

    private mutating func drawSun() {
        let radius = random.roll(24...56)
        let x = random.roll(60...canvas.width - 60)
        let y = random.roll(40...canvas.height / 2)
        let rings = 6
        for ring in 0..<rings {
            let share = Double(rings - ring) / Double(rings + 2)
            let sky = light.zenith.mixed(
                with: light.horizon, share: Double(y) / Double(canvas.height))
            let diameter = radius * 2 + (rings - ring) * 14
            canvas.disc(
                light.sun.mixed(with: sky, share: share + 0.1), x: x, y: y,
                width: diameter, height: diameter)
        }
        canvas.disc(light.sun, x: x, y: y, width: radius * 2, height: radius * 2)
    }

    private mutating func drawClouds() {
        for _ in 0..<random.roll(0...4) {
            let x = random.roll(0...canvas.width)
            let y = random.roll(30...canvas.height * 4 / 10)
            let scale = random.roll(20...48)
            for puff in -2...2 {
                canvas.disc(
                    light.cloud, x: x + puff * scale, y: y + abs(puff) * scale / 5,
                    width: scale * 2, height: scale - abs(puff) * scale / 6)
            }
        }
    }

    /// Draws one ridge, a sum of three waves, filled down to the lower edge.
    private mutating func drawHills(base: Int, roughness: Double, share: Double) {
        let phases = (0..<3).map { _ in random.roll(0...6.28) }
        let lengths = [random.roll(150...300.0), random.roll(60...110.0), random.roll(25...45.0)]
        var corners = [(x: canvas.width, y: canvas.height), (x: 0, y: canvas.height)]
        for x in stride(from: 0, through: canvas.width, by: 4) {
            let waves = zip(phases, lengths).enumerated().reduce(0.0) { sum, wave in
                let (index, (phase, length)) = wave
                return sum + sin(Double(x) / length + phase) / Double(index * index + 1)
            }
            corners.append((x, base + Int(waves * roughness * 0.6)))
        }
        canvas.polygon(light.horizon.mixed(with: light.land, share: share), corners)
    }

    private mutating func drawWater(from top: Int) {
        let shore = light.horizon.mixed(with: light.water, share: 0.4)
        canvas.gradient(from: shore, to: light.water, top: top, bottom: canvas.height)
        for _ in 0..<60 {
            let y = random.roll(top + 3...canvas.height - 20)
            let x = random.roll(0...canvas.width)
            let length = random.roll(10...70)
            canvas.line(light.horizon, from: (x, y), to: (x + length, y))
        }
        let x = random.roll(80...canvas.width - 160)
        let y = random.roll(top + 30...canvas.height - 60)
        let mast = light.sun.mixed(with: Color(255, 255, 255), share: 0.6)
        canvas.polygon(mast, [(x + 30, y - 70), (x + 30, y - 6), (x + 74, y - 6)])
        canvas.polygon(
            Color(90, 50, 40), [(x, y), (x + 80, y), (x + 64, y + 16), (x + 14, y + 16)])
    }

    private mutating func drawTown(ground: Int) {
        var x = -10
        while x < canvas.width {
            let width = random.roll(34...80)
            let height = random.roll(60...240)
            let wall = light.land.mixed(
                with: Color(random.roll(40...220), random.roll(40...200), random.roll(60...210)),
                share: 0.45)
            canvas.fill(wall, x: x, y: ground - height, width: width, height: height)
            for row in stride(from: ground - height + 8, to: ground - 14, by: 16) {
                for column in stride(from: x + 6, to: x + width - 9, by: 13) {
                    let dark = wall.mixed(with: light.zenith, share: 0.4)
                    let window = random.chance(of: 45) ? light.window : dark
                    canvas.fill(window, x: column, y: row, width: 7, height: 9)
                }
            }
            x += width + random.roll(0...12)
        }
        canvas.fill(
            light.land, x: 0, y: ground, width: canvas.width, height: canvas.height - ground)
    }

    private mutating func drawForest(ground: Int) {
        for _ in 0..<random.roll(14...36) {
            let x = random.roll(0...canvas.width)
            let foot = ground + random.roll(0...canvas.height - ground - 10)
            let height = random.roll(50...120)
            let needles = light.land.mixed(with: light.tree, share: random.roll(0.5...1))
            canvas.fill(Color(70, 48, 34), x: x - 3, y: foot, width: 6, height: 12)
            for tier in 0..<3 {
                let top = foot - height + tier * height / 4
                let half = height / 6 + tier * height / 12
                canvas.polygon(
                    needles, [(x, top), (x - half, top + height / 2), (x + half, top + height / 2)])
            }
        }
    }

    private mutating func drawBirds(in width: Int, _ height: Int) {
        for _ in 0..<random.roll(3...9) {
            let x = random.roll(20...width - 20)
            let y = random.roll(20...height)
            let span = random.roll(5...11)
            canvas.line(light.land, from: (x - span, y - span / 2), to: (x, y))
            canvas.line(light.land, from: (x, y), to: (x + span, y - span / 2))
        }
    }
}

/// The colours of one time of day.
private struct Light {
    let zenith, horizon, sun, cloud, land, water, tree, window: Color

    static let all = [
        Light(
            zenith: Color(58, 123, 213), horizon: Color(199, 227, 245), sun: Color(255, 246, 200),
            cloud: Color(250, 252, 255), land: Color(64, 120, 62), water: Color(24, 86, 140),
            tree: Color(26, 82, 44), window: Color(214, 236, 250)),
        Light(
            zenith: Color(60, 36, 96), horizon: Color(250, 150, 92), sun: Color(255, 224, 130),
            cloud: Color(226, 128, 120), land: Color(58, 38, 62), water: Color(70, 40, 90),
            tree: Color(34, 30, 46), window: Color(255, 214, 120)),
        Light(
            zenith: Color(10, 14, 40), horizon: Color(48, 66, 118), sun: Color(240, 240, 226),
            cloud: Color(54, 62, 96), land: Color(16, 22, 34), water: Color(12, 22, 50),
            tree: Color(10, 26, 26), window: Color(255, 220, 130)),
        Light(
            zenith: Color(122, 146, 170), horizon: Color(226, 222, 214), sun: Color(250, 248, 236),
            cloud: Color(206, 210, 214), land: Color(142, 120, 84), water: Color(92, 116, 130),
            tree: Color(180, 96, 40), window: Color(244, 226, 180)),
        Light(
            zenith: Color(120, 176, 220), horizon: Color(252, 226, 232), sun: Color(255, 250, 240),
            cloud: Color(255, 244, 248), land: Color(228, 236, 244), water: Color(120, 164, 190),
            tree: Color(72, 104, 112), window: Color(255, 226, 160)),
    ]
}
